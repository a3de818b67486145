//! A heatmap for a file.

use super::Heat;
use crate::export::Grid;
use crate::picture::paint::Paint;

impl Heat {
    /// The picture with all that it shows; `names` are those of rows and columns, `rule` the colours of the page.
    pub fn grid(&self, name: String, names: (&str, &str), rule: Paint) -> Grid {
        let ends = self.ends();
        Grid {
            name,
            rows: self.rows.to_vec(),
            cols: self.cols.to_vec(),
            axes: [names.0.to_owned(), names.1.to_owned()],
            values: self.values.as_ref().clone(),
            square: self.square,
            paint: self.paint(rule, self.ends()),
            ends: [ends.0, ends.1],
            middle: (ends.0 + ends.1) / 2.0,
            pixels: None,
        }
    }
}
