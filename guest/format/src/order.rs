//! Sorting, compiled once.
//!
//! The standard library compiles its sort anew for each type and comparison, up
//! to eight kilobytes each time, which together was a tenth of the component.
//! Collecting into a `BTreeMap` sorts as well; `extend` inserts one by one.

use std::cmp::Ordering;

/// Sorts by a comparison. Equal items keep their order.
pub fn sort_by<T>(items: &mut Vec<T>, compare: impl Fn(&T, &T) -> Ordering) {
    if items.len() < 2 {
        return;
    }
    let mut order: Vec<usize> = (0..items.len()).collect();
    sort_positions(&mut order, &|a, b| compare(&items[a], &items[b]));
    let mut unsorted: Vec<Option<T>> = items.drain(..).map(Some).collect();
    // Each position stands in `order` once, so each item is taken.
    items.extend(
        order
            .iter()
            .filter_map(|&position| unsorted[position].take()),
    );
}

fn sort_positions(order: &mut [usize], compare: &dyn Fn(usize, usize) -> Ordering) {
    order.sort_by(|&a, &b| compare(a, b));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_items_keep_their_order() {
        let mut items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e')];
        sort_by(&mut items, |a, b| a.0.cmp(&b.0));
        assert_eq!(items, [(0, 'e'), (1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);

        let mut nothing: Vec<u8> = Vec::new();
        sort_by(&mut nothing, Ord::cmp);
        assert!(nothing.is_empty());
    }
}
