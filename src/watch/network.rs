//! File systems whose changes the operating system does not tell of, because they happen elsewhere.

use crate::system::Utf8Path;

/// Where Linux lists what is mounted.
pub const MOUNTS: &str = "/proc/self/mountinfo";

/// Kinds whose files other machines change.
const REMOTE: &[&str] = &[
    "nfs",
    "nfs4",
    "cifs",
    "smb3",
    "smbfs",
    "9p",
    "afs",
    "ceph",
    "coda",
    "lustre",
    "glusterfs",
    "vboxsf",
    "vmhgfs",
    "prl_fs",
    "drvfs",
    "virtiofs",
    "fuse",
];

/// The kind of the file system that `path` (absolute, canonical) lies on, if it is one of other machines.
/// `mounts` is the text of [`MOUNTS`].
pub fn remote_kind<'a>(mounts: &'a str, path: &Utf8Path) -> Option<&'a str> {
    let mut nearest: Option<(usize, &str)> = None;
    for line in mounts.lines() {
        let Some((before, after)) = line.split_once(" - ") else { continue };
        let (Some(point), Some(kind)) = (before.split(' ').nth(4), after.split(' ').next()) else { continue };
        let point = unescaped(point);
        // A later mount covers an earlier one at the same place.
        if path.starts_with(&point) && nearest.is_none_or(|(length, _)| point.len() >= length) {
            nearest = Some((point.len(), kind));
        }
    }
    let (_, kind) = nearest?;
    // `fuse.sshfs`, but not `fuseblk`, which is a local disk.
    let family = kind.split('.').next().unwrap_or(kind);
    REMOTE.contains(&family).then_some(kind)
}

/// Spaces and the like are written as three octal digits.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        out.push_str(before);
        let code = after.get(..3).and_then(|digits| u8::from_str_radix(digits, 8).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                out.push(char::from(code));
                rest = after.get(3..).unwrap_or("");
            }
            None => {
                out.push('\\');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_mount_decides() {
        let mounts = "22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n\
            30 22 0:50 / /srv/team\\040share rw - nfs4 host:/x rw\n\
            31 22 0:51 / /mnt/ssh rw shared:9 master:2 - fuse.sshfs host: rw\n\
            32 22 8:2 / /mnt/ntfs rw - fuseblk /dev/sdb1 rw\n\
            33 30 8:3 / /srv/team\\040share/local rw - tmpfs none rw\nnonsense\n";
        let kind = |path: &str| remote_kind(mounts, Utf8Path::new(path));
        assert_eq!(kind("/home/a"), None);
        assert_eq!(kind("/srv/team share/docs"), Some("nfs4"));
        assert_eq!(kind("/srv/team share/local/docs"), None);
        assert_eq!(kind("/srv/team sharex"), None);
        assert_eq!(kind("/mnt/ssh"), Some("fuse.sshfs"));
        assert_eq!(kind("/mnt/ntfs/a"), None);
        assert_eq!(remote_kind("", Utf8Path::new("/")), None);
    }
}
