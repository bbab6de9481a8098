//! The same sources give the same bytes, however the work is divided and the disk is read.

use crate::site::{Site, compare};

#[test]
fn eng_06_08_threads_and_the_order_of_listings_do_not_show() {
    let reference = Site::example().jobs(1).build();
    for jobs in [2, 8] {
        let built = Site::example().jobs(jobs).build();
        let differences = compare(built.files(), reference.files());
        assert!(differences.is_empty(), "{jobs} threads: {differences:#?}");
    }
    let reversed = Site::example().reversed().build();
    let differences = compare(reversed.files(), reference.files());
    assert!(differences.is_empty(), "reversed listings: {differences:#?}");
    assert_eq!(reversed.problems(), reference.problems());
}
