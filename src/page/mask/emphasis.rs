//! `**` beside Chinese, Japanese and Korean: these are written without blanks, so by CommonMark's rules a mark between
//! a sign and a letter only opens or only closes, and `**重要：**内容` keeps its stars. Where a line has such a mark, its
//! pairs are found here by the same rules with signs counted as letters, and taken out as tags.

use super::code_span_end;

/// Offsets of the opening and closing `**` of a line, when CommonMark would read some of them otherwise; `base` is the
/// offset of the line.
pub fn pairs(line: &str, base: usize) -> Vec<(usize, usize)> {
    if line.is_ascii() || !line.contains("**") {
        return Vec::new();
    }
    let (mut pairs, mut at) = (Vec::new(), base);
    // What is bold ends with its cell, where the line is a row of a table.
    for cell in line.split('|') {
        pairs.extend(pairs_of_cell(cell).into_iter().map(|(open, close)| (at + open, at + close)));
        at += cell.len() + 1;
    }
    pairs
}

fn pairs_of_cell(cell: &str) -> Vec<(usize, usize)> {
    let Some(runs) = runs(cell) else { return Vec::new() };
    let wanted = paired(&runs, |run| run.wanted);
    // Where CommonMark comes to the same, it may do so.
    if wanted == paired(&runs, |run| run.usual) { Vec::new() } else { wanted }
}

/// The pairs of marks that may do this.
fn paired(runs: &[Run], flank: fn(&Run) -> Flank) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for run in runs {
        let Flank { opens, closes } = flank(run);
        match open.pop() {
            Some(start) if closes => pairs.push((start, run.at)),
            other => {
                open.extend(other);
                if opens {
                    open.push(run.at);
                }
            }
        }
    }
    pairs
}

/// Whether a chunk has such a line.
pub fn has_bold(chunk: &str) -> bool {
    !chunk.is_ascii() && chunk.contains("**") && chunk.lines().any(|line| !pairs(line, 0).is_empty())
}

/// A `**` of a line.
struct Run {
    at: usize,
    /// What it may do by the rules of CommonMark.
    usual: Flank,
    /// The same with signs beside Chinese, Japanese or Korean counted as letters.
    wanted: Flank,
}

#[derive(Clone, Copy)]
struct Flank {
    opens: bool,
    closes: bool,
}

/// All of them; `None` when there are stars of another number, or what may take them into itself and is better left to
/// those who read it.
fn runs(line: &str) -> Option<Vec<Run>> {
    let (bytes, mut runs, mut at) = (line.as_bytes(), Vec::new(), 0);
    while let Some(byte) = bytes.get(at) {
        at = match byte {
            b'\\' => at + 2,
            b'`' => code_span_end(bytes, at),
            b'<' | b'{' | b'$' => return None,
            b'*' => {
                let length = bytes[at..].iter().take_while(|byte| **byte == b'*').count();
                // The mark of a list.
                if length == 1 && bytes.get(at + 1) == Some(&b' ') && line[..at].trim().is_empty() {
                    at += 1;
                    continue;
                }
                if length != 2 {
                    return None;
                }
                let before = line[..at].chars().next_back();
                let after = line[at + 2..].chars().next();
                let usual = flank(Side::of(before), Side::of(after));
                let wanted = match [before, after].into_iter().flatten().any(is_cjk) {
                    true => flank(Side::of(before).as_letter(), Side::of(after).as_letter()),
                    false => usual,
                };
                runs.push(Run { at, usual, wanted });
                at + 2
            }
            _ => at + 1,
        };
    }
    Some(runs)
}

/// What stands beside a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Blank,
    Sign,
    Letter,
}

impl Side {
    fn of(c: Option<char>) -> Self {
        match c {
            None => Self::Blank,
            Some(c) if c.is_whitespace() => Self::Blank,
            Some(c) if c.is_alphanumeric() => Self::Letter,
            Some(_) => Self::Sign,
        }
    }

    fn as_letter(self) -> Self {
        if self == Self::Sign { Self::Letter } else { self }
    }
}

/// CommonMark 6.2: left-flanking opens, right-flanking closes.
fn flank(before: Side, after: Side) -> Flank {
    let faces = |near: Side, far: Side| near == Side::Letter || near == Side::Sign && far != Side::Letter;
    Flank { opens: faces(after, before), closes: faces(before, after) }
}

/// Letters and signs of scripts that are written without blanks between words, and of Korean, whose particles follow a
/// word at once.
fn is_cjk(c: char) -> bool {
    matches!(
        u32::from(c),
        0x1100..=0x11ff | 0x2e80..=0x9fff | 0xa960..=0xa97f | 0xac00..=0xd7ff | 0xf900..=0xfaff
            | 0xfe30..=0xfe4f | 0xff00..=0xffef | 0x2_0000..=0x3_ffff
    )
}

#[cfg(test)]
mod tests {
    use super::pairs;

    fn bold(line: &str) -> Vec<&str> {
        pairs(line, 0).iter().map(|(open, close)| &line[open + 2..*close]).collect()
    }

    #[test]
    fn signs_beside_letters_end_what_is_bold() {
        assert_eq!(bold("**使用场景：**可引用"), ["使用场景："]);
        assert_eq!(bold("これは**「強調」**です。"), ["「強調」"]);
        assert_eq!(bold("**重要：**内容，**强调**。"), ["重要：", "强调"]);
        assert_eq!(bold("* **使用 `x`**来"), ["使用 `x`"]);
        assert_eq!(bold("**[链接](/a)**中文"), ["[链接](/a)"]);
        assert_eq!(bold("**甲：**设置为 `https://<host>/{x}`"), ["甲："]);
        assert_eq!(bold("**API(키)**를 쓰세요"), ["API(키)"]);
    }

    #[test]
    fn what_is_bold_ends_with_its_cell() {
        assert_eq!(bold("| **重要：**内容 | `a|b` **参数（可选）**是 |"), ["重要：", "参数（可选）"]);
        assert_eq!(bold("| **重要： | 内容：**是 |"), [""; 0]);
    }

    #[test]
    fn lines_that_are_read_as_they_are_meant_are_left_alone() {
        for line in [
            "**bold:**text",
            "**粗体**文字",
            "你好，**世界**。",
            "a ** b ：** c",
            "***重要：***内容",
            "`**重要：**内容`",
            "**重要：**<b>内容</b>",
        ] {
            assert_eq!(bold(line), [""; 0], "{line}");
        }
    }
}
