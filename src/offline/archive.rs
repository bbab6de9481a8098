//! All files of a site as one ZIP archive: the same bytes for the same files, with no time in it. The only place that
//! names the zip crate.

use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::File;

/// The archive, with `files` in their order; the first error of one of them, or what `failed` says of packing it.
pub fn archive<E>(
    files: impl Iterator<Item = Result<File, E>>,
    failed: impl Fn(io::Error) -> E,
) -> Result<Vec<u8>, E> {
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for file in files {
        let (name, bytes) = file?;
        archive.start_file(name, options).map_err(|error| failed(error.into()))?;
        archive.write_all(&bytes).map_err(&failed)?;
    }
    Ok(archive.finish().map_err(|error| failed(error.into()))?.into_inner())
}
