//! What the table of commands says about itself: shell completions and the man page.
//!
//! Commands are in `arguments::COMMANDS`; their options are read off their help, so that nothing is written twice.

use super::arguments::{COMMANDS, Words};

/// An option of a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flag {
    /// With its two dashes.
    pub long: String,
    /// With its dash.
    pub short: Option<String>,
    /// Whether a value follows.
    pub value: Option<String>,
    pub about: String,
}

/// Shells that completions can be made for.
pub const SHELLS: &[&str] = &["bash", "zsh", "fish", "powershell"];

/// The options in a help text: lines such as `-h, --help  Text`, and what is indented below them.
pub fn flags(help: &str) -> Vec<Flag> {
    let mut found: Vec<Flag> = Vec::new();
    for line in help.lines() {
        let trimmed = line.trim_start();
        let is_option = line.starts_with("  ") && trimmed.starts_with('-');
        if is_option {
            let (head, about) = trimmed.split_once("  ").unwrap_or((trimmed, ""));
            let mut flag =
                Flag { long: String::new(), short: None, value: None, about: about.trim().to_owned() };
            for part in head.split(", ") {
                let (name, value) = part.split_once([' ', '=', '[']).unwrap_or((part, ""));
                if name.starts_with("--") {
                    flag.long = name.to_owned();
                    // `--poll[=MS]` needs none.
                    flag.value = (!value.is_empty() && !part.contains('[')).then(|| value.to_owned());
                } else {
                    flag.short = Some(name.to_owned());
                }
            }
            if !flag.long.is_empty() {
                found.push(flag);
            }
        } else if line.starts_with("            ")
            && let Some(last) = found.last_mut()
        {
            if !last.about.is_empty() {
                last.about.push(' ');
            }
            last.about.push_str(trimmed);
        } else if !line.is_empty() && !line.starts_with(' ') && !found.is_empty() {
            break;
        }
    }
    found
}

/// The script that completes words in a shell; `None` for a shell that is not in [`SHELLS`].
pub fn completions(shell: &str) -> Option<String> {
    match shell {
        "bash" => Some(bash()),
        "zsh" => Some(zsh()),
        "fish" => Some(fish()),
        "powershell" => Some(powershell()),
        _ => None,
    }
}

fn names() -> String {
    COMMANDS.iter().flat_map(called).collect::<Vec<_>>().join(" ")
}

/// All names of a command.
fn called(words: &Words) -> impl Iterator<Item = &'static str> {
    std::iter::once(words.name).chain(words.aliases.iter().copied())
}

/// What is said of a name in a list of commands.
fn about(words: &Words, name: &str) -> String {
    if name == words.name { words.summary.to_owned() } else { format!("The same as `docs {}`", words.name) }
}

fn longs(words: &Words) -> String {
    flags(words.help).into_iter().map(|flag| flag.long).collect::<Vec<_>>().join(" ")
}

fn bash() -> String {
    let mut cases = String::new();
    for words in COMMANDS {
        let names: Vec<&str> = called(words).collect();
        cases.push_str(&format!("    {}) words=\"{}\" ;;\n", names.join("|"), longs(words)));
    }
    format!(
        "# bash completion for docs: source it, or save it as docs in bash-completion's folder.\n\
         _docs() {{\n  local current=\"${{COMP_WORDS[COMP_CWORD]}}\" words=\"\"\n  COMPREPLY=()\n  \
         if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W \"{} --help --version\" -- \"$current\"))\n    \
         return\n  fi\n  case \"${{COMP_WORDS[1]}}\" in\n{cases}  esac\n  case \"$current\" in\n    \
         -*) COMPREPLY=($(compgen -W \"$words\" -- \"$current\")) ;;\n    \
         *) COMPREPLY=($(compgen -f -- \"$current\")) ;;\n  esac\n}}\ncomplete -o filenames -F _docs docs\n",
        names()
    )
}

fn zsh() -> String {
    let quoted =
        |text: &str| text.replace('\'', "'\\''").replace('[', "\\[").replace(']', "\\]").replace(':', "\\:");
    let mut commands = String::new();
    let mut cases = String::new();
    for words in COMMANDS {
        for name in called(words) {
            let about = about(words, name).replace('\'', "'\\''").replace(':', "\\:");
            commands.push_str(&format!("    '{name}:{about}'\n"));
        }
        let options = flags(words.help).into_iter().map(|flag| {
            let value =
                flag.value.as_ref().map(|value| format!(":{}:_files", quoted(value))).unwrap_or_default();
            format!(" \\\n        '{}[{}]{value}'", flag.long, quoted(&flag.about))
        });
        cases.push_str(&format!(
            "      {}) _arguments{} \\\n        '*:file:_files' ;;\n",
            called(words).collect::<Vec<_>>().join("|"),
            options.collect::<String>()
        ));
    }
    format!(
        "#compdef docs\n\n_docs() {{\n  local -a commands\n  commands=(\n{commands}  )\n  if (( CURRENT == 2 )); then\n    \
         _describe command commands\n  else\n    local command=$words[2]\n    shift words\n    (( CURRENT-- ))\n    \
         case $command in\n{cases}    esac\n  fi\n}}\n\nif [ \"$funcstack[1]\" = _docs ]; then _docs \"$@\"; else compdef _docs docs; fi\n"
    )
}

fn fish() -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('\'', "\\'");
    let mut out =
        String::from("# fish completion for docs: save it as ~/.config/fish/completions/docs.fish\n");
    for words in COMMANDS {
        for name in called(words) {
            let about = quoted(&about(words, name));
            out.push_str(&format!("complete -c docs -n __fish_use_subcommand -f -a {name} -d '{about}'\n"));
        }
        let names: Vec<&str> = called(words).collect();
        for flag in flags(words.help) {
            let long = flag.long.trim_start_matches('-');
            let short =
                flag.short.map(|short| format!(" -s {}", short.trim_start_matches('-'))).unwrap_or_default();
            let value = if flag.value.is_some() { " -r" } else { "" };
            out.push_str(&format!(
                "complete -c docs -n '__fish_seen_subcommand_from {}' -l {long}{short}{value} -d '{}'\n",
                names.join(" "),
                quoted(&flag.about)
            ));
        }
    }
    out
}

fn powershell() -> String {
    let quoted = |text: &str| text.replace('\'', "''");
    let mut table = String::new();
    for words in COMMANDS {
        let flags: Vec<String> =
            flags(words.help).into_iter().map(|flag| format!("'{}'", flag.long)).collect();
        for name in called(words) {
            let (about, flags) = (quoted(&about(words, name)), flags.join(", "));
            table.push_str(&format!("    '{name}' = @('{about}', @({flags}))\n"));
        }
    }
    format!(
        "# PowerShell completion for docs: add it to $PROFILE\n\
         Register-ArgumentCompleter -Native -CommandName docs -ScriptBlock {{\n  param($word, $tree, $cursor)\n  \
         $commands = [ordered]@{{\n{table}  }}\n  \
         $given = @($tree.CommandElements | Select-Object -Skip 1 | ForEach-Object {{ $_.ToString() }})\n  \
         if ($given.Count -eq 0 -or ($given.Count -eq 1 -and $word)) {{\n    \
         $commands.Keys | Where-Object {{ $_ -like \"$word*\" }} | ForEach-Object {{\n      \
         [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $commands[$_][0])\n    }}\n  \
         }} elseif ($commands.Contains($given[0])) {{\n    \
         $commands[$given[0]][1] | Where-Object {{ $_ -like \"$word*\" }} | ForEach-Object {{\n      \
         [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterName', $_)\n    }}\n  }}\n}}\n"
    )
}

/// The man page, section 1.
pub fn manual() -> String {
    let mut out = format!(
        ".TH DOCS 1 \"\" \"docs {}\" \"User Commands\"\n.SH NAME\ndocs \\- build a complete static documentation site\n\
         .SH SYNOPSIS\n.B docs\n.I COMMAND\n[\\fIARGUMENTS\\fR]\n.SH DESCRIPTION\n\
         .B docs\nbuilds a complete static site from a docs.json and a folder of Markdown and MDX pages, and writes \
         only what an edit changed the next time.\n.SH COMMANDS\n",
        env!("CARGO_PKG_VERSION")
    );
    for words in COMMANDS {
        out.push_str(&format!(".SS docs {}\n.nf\n", roff(words.name)));
        for line in words.help.lines() {
            out.push_str(&roff(line));
            out.push('\n');
        }
        out.push_str(".fi\n");
    }
    out.push_str(
        ".SH EXIT STATUS\n0 done; 1 problems that are errors; 2 wrong usage; 101 a mistake in docs itself; 130 interrupted.\n\
         .SH ENVIRONMENT\n.TP\n.B NO_COLOR\nTurns colours off.\n.TP\n.B DOCS_LOG\nWith \\fIqueries\\fR, tells which query ran and why.\n",
    );
    out
}

fn roff(line: &str) -> String {
    let escaped = line.replace('\\', "\\e").replace('-', "\\-");
    if escaped.starts_with(['.', '\'']) { format!("\\&{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_off_the_help() {
        let build = COMMANDS.iter().find(|words| words.name == "build").expect("build");
        let flags = flags(build.help);
        let named = |name: &str| flags.iter().find(|flag| flag.long == name).expect("a flag");
        assert_eq!(named("--out").value.as_deref(), Some("DIR"));
        assert_eq!(named("--poll").value, None);
        assert_eq!(named("--help").short.as_deref(), Some("-h"));
        assert!(
            named("--host").about.contains("netlify, cloudflare")
                && named("--host").about.ends_with("in its format")
        );
    }
}
