//! All pieces that a text begins with, in one walk.

/// A trie over bytes in three flat arrays, breadth first: the children of a node stand side by side, in order.
pub struct Trie {
    /// The byte on the edge into each node.
    labels: Vec<u8>,
    /// The first child of each node; one more entry ends the last node's children.
    first_child: Vec<u32>,
    /// The value of each node, or [`NO_VALUE`].
    values: Vec<u32>,
}

const NO_VALUE: u32 = u32::MAX;

impl Trie {
    /// A trie of keys with values. Of equal keys the first counts; empty keys are never found.
    pub fn new<'a>(entries: impl Iterator<Item = (&'a str, u32)>) -> Trie {
        let mut sorted: Vec<(&[u8], u32)> = entries.map(|(key, value)| (key.as_bytes(), value)).collect();
        sorted.sort_by_key(|(key, _)| *key);
        let mut trie = Trie { labels: vec![0], first_child: Vec::new(), values: vec![NO_VALUE] };
        // Each level: the nodes of one depth, each as the entries that share its key so far.
        let mut level: Vec<&[(&[u8], u32)]> = vec![&sorted];
        for depth in 0.. {
            let mut next = Vec::new();
            for entries in level {
                trie.first_child.push(trie.labels.len() as u32);
                let longer = entries.split_at(entries.partition_point(|(key, _)| key.len() <= depth)).1;
                for children in longer.chunk_by(|(a, _), (b, _)| a.get(depth) == b.get(depth)) {
                    trie.push_node(children, depth);
                    next.push(children);
                }
            }
            if next.is_empty() {
                break;
            }
            level = next;
        }
        trie.first_child.push(trie.labels.len() as u32);
        trie
    }

    fn push_node(&mut self, entries: &[(&[u8], u32)], depth: usize) {
        let Some((key, value)) = entries.first() else { return };
        self.labels.push(key.get(depth).copied().unwrap_or_default());
        self.values.push(if key.len() == depth + 1 { *value } else { NO_VALUE });
    }

    /// The keys that `text` begins with, shortest first: (length in bytes, value).
    pub fn prefixes<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = (usize, u32)> + 'a {
        let nodes = text.iter().scan(0, |node, label| {
            *node = self.child(*node, *label)?;
            Some(*node)
        });
        (1..).zip(nodes).filter_map(|(length, node)| {
            let value = *self.values.get(node as usize)?;
            (value != NO_VALUE).then_some((length, value))
        })
    }

    /// The value of one key.
    pub fn get(&self, key: &str) -> Option<u32> {
        let node = key.bytes().try_fold(0, |node, label| self.child(node, label))?;
        self.values.get(node as usize).copied().filter(|value| *value != NO_VALUE)
    }

    fn child(&self, node: u32, label: u8) -> Option<u32> {
        let first = *self.first_child.get(node as usize)?;
        let end = *self.first_child.get(node as usize + 1)?;
        let labels = self.labels.get(first as usize..end as usize)?;
        labels.binary_search(&label).ok().map(|at| first + at as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn found(keys: &[String], text: &str) -> Vec<(usize, u32)> {
        Trie::new(keys.iter().map(String::as_str).zip(0..)).prefixes(text.as_bytes()).collect()
    }

    #[test]
    fn prefixes_come_shortest_first() {
        let keys = ["a", "abc", "b", "狗", "狗咬", ""].map(String::from);
        assert_eq!(found(&keys, "abcd"), [(1, 0), (3, 1)]);
        assert_eq!(found(&keys, "狗咬人"), [(3, 3), (6, 4)]);
        assert_eq!(found(&keys, ""), []);
        assert_eq!(found(&[], "a"), []);
    }

    proptest! {
        #[test]
        fn the_trie_finds_what_a_search_of_all_keys_finds(keys in prop::collection::btree_set("[abé]{0,4}", 0..30), text in "[abé]{0,6}") {
            let keys: Vec<String> = keys.into_iter().collect();
            let mut plain: Vec<(usize, u32)> = keys.iter().zip(0..)
                .filter(|(key, _)| !key.is_empty() && text.starts_with(*key))
                .map(|(key, id)| (key.len(), id)).collect();
            plain.sort();
            prop_assert_eq!(found(&keys, &text), plain);
            let trie = Trie::new(keys.iter().map(String::as_str).zip(0..));
            let exact = keys.iter().zip(0..).find(|(key, _)| !key.is_empty() && **key == text);
            prop_assert_eq!(trie.get(&text), exact.map(|(_, id)| id));
        }
    }
}
