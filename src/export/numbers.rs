//! The numbers of a picture: matrices with labels, or a table of columns.

use crate::matrix::Matrix;
use crate::picture::paint::Paint;

/// What is exported.
#[derive(Clone, Debug)]
pub enum Numbers {
    /// One matrix, or several of one shape.
    Grids(Vec<Grid>),
    Table(Table),
}

/// A matrix, and how its cells are coloured.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Its name among several; empty if there is one.
    pub name: String,
    /// Row labels; where there are fewer than rows, the index stands in.
    pub rows: Vec<String>,
    /// Column labels, likewise.
    pub cols: Vec<String>,
    /// What rows and columns are.
    pub axes: [String; 2],
    /// rows × cols; what is not finite is masked.
    pub values: Matrix,
    /// Whether cells are drawn square.
    pub square: bool,
    pub paint: Paint,
    /// The values at both ends of the colours, and between them; without a colour bar they are no numbers.
    pub ends: [f32; 2],
    pub middle: f32,
    /// A raster that is drawn instead of the cells, where a picture is more than its numbers' colours. Of another size than
    /// the numbers it has no labels.
    pub pixels: Option<Pixels>,
}

impl Grid {
    /// Rows and columns of what is drawn.
    pub fn size(&self) -> (usize, usize) {
        self.pixels.as_ref().map_or(self.values.dim(), |pixels| (pixels.rows, pixels.cols))
    }

    /// The label of a row, its index if it has none.
    pub fn row(&self, at: usize) -> String {
        label(&self.rows, at)
    }

    /// The label of a column, its index if it has none.
    pub fn col(&self, at: usize) -> String {
        label(&self.cols, at)
    }

    /// The cells' colours, 4 bytes each, row-major. A scale that spans lowest to highest counts from the lowest.
    pub fn raster(&self) -> Pixels {
        if let Some(pixels) = &self.pixels {
            return pixels.clone();
        }
        let (rows, cols) = self.values.dim();
        let offset = if self.spans() { self.ends[0] } else { 0.0 };
        let counted: Vec<f32> = self.values.iter().map(|x| x - offset).collect();
        Pixels { rows, cols, rgba: self.paint.raster(&counted) }
    }

    /// Whether the colours count from the lowest value on.
    pub fn spans(&self) -> bool {
        self.paint.scale == crate::picture::paint::Scale::Span
    }
}

fn label(labels: &[String], at: usize) -> String {
    labels.get(at).cloned().unwrap_or_else(|| at.to_string())
}

/// An opaque raster, 4 bytes a pixel, row-major.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    pub rows: usize,
    pub cols: usize,
    pub rgba: Vec<u8>,
}

/// Columns with a name each; every row has as many values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<Value>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Text(String),
    Number(f64),
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        Value::Number(x)
    }
}

impl From<usize> for Value {
    fn from(x: usize) -> Self {
        Value::Number(x as f64)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Value::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Value::Text(text)
    }
}

impl Table {
    /// Columns that hold numbers in every row that has them, by index: those that a matrix file can hold.
    pub fn numeric(&self) -> Vec<usize> {
        let is_number = |at: usize| {
            let mut cells = self.rows.iter().filter_map(|row| row.get(at)).peekable();
            cells.peek().is_some() && cells.all(|cell| matches!(cell, Value::Number(_)))
        };
        (0..self.columns.len()).filter(|at| is_number(*at)).collect()
    }

    /// Curves as columns: beside the common x one each, or where they have none, a row for every point.
    pub fn of_curves(x: &str, y: &str, curves: &[(String, &[(f64, f64)])]) -> Self {
        let xs = |points: &[(f64, f64)]| points.iter().map(|point| point.0).collect::<Vec<_>>();
        let common = curves.first().map(|(_, points)| xs(points)).unwrap_or_default();
        if curves.iter().all(|(_, points)| xs(points) == common) {
            let named = |(name, _): &(String, &[(f64, f64)])| {
                if name.is_empty() { y.to_owned() } else { name.clone() }
            };
            let row = |(at, x): (usize, f64)| {
                let beside = curves.iter().map(|(_, points)| points.get(at).map_or(f64::NAN, |p| p.1).into());
                std::iter::once(x.into()).chain(beside).collect()
            };
            return Table {
                columns: std::iter::once(x.to_owned()).chain(curves.iter().map(named)).collect(),
                rows: common.into_iter().enumerate().map(row).collect(),
            };
        }
        let rows = curves.iter().enumerate().flat_map(|(at, (name, points))| {
            points.iter().map(move |(x, y)| vec![at.into(), name.as_str().into(), (*x).into(), (*y).into()])
        });
        Table {
            columns: vec!["curve".to_owned(), "name".to_owned(), x.to_owned(), y.to_owned()],
            rows: rows.collect(),
        }
    }
}

/// A number in the fewest digits that read back as it is.
pub fn shortest(x: f64) -> String {
    if x == x.trunc() && x.abs() < 1e15 { format!("{x:.0}") } else { format!("{x:?}") }
}

/// The same of a single-precision number.
pub fn shortest32(x: f32) -> String {
    if x == x.trunc() && x.abs() < 1e7 { format!("{x:.0}") } else { format!("{x:?}") }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::export::About;
    use crate::picture::paint::Scale;

    pub fn about() -> About {
        let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
        About {
            title: "Who, \"why\"".to_owned(),
            name: String::new(),
            parameters: vec![pair("text", "狗 =1"), pair("scheme", "rope")],
            permalink: "https://x/#v=1".to_owned(),
            citation: "Su et al.".to_owned(),
            made_with: "Locus 1".to_owned(),
        }
    }

    /// Two by two, one cell masked.
    pub fn grid(name: &str) -> Grid {
        let mut lut = [[0, 0, 0, 255]; 256];
        lut[255] = [255, 0, 0, 255];
        let paint = Paint { lut, scale: Scale::Sequential, top: 0.1, gamma: 1.0, masked: [9, 9, 9, 255] };
        Grid {
            name: name.to_owned(),
            rows: vec!["狗".to_owned(), "-b".to_owned()],
            cols: vec!["=cmd".to_owned(), "##ing".to_owned()],
            axes: ["query".to_owned(), "key".to_owned()],
            values: ndarray::array![[0.1, f32::NEG_INFINITY], [-2.0, 3e-9]],
            square: true,
            paint,
            ends: [0.0, 0.1],
            middle: 0.05,
            pixels: None,
        }
    }

    #[test]
    fn cells_have_the_colours_of_the_screen() {
        let rgba = grid("").raster().rgba;
        assert_eq!(rgba, [255, 0, 0, 255, 9, 9, 9, 255, 0, 0, 0, 255, 0, 0, 0, 255]);
    }

    #[test]
    fn a_spanning_scale_counts_from_its_lowest_value() {
        let mut grid = grid("");
        (grid.paint.scale, grid.paint.top, grid.ends) = (Scale::Span, 2.1, [-2.0, 0.1]);
        assert_eq!(&grid.raster().rgba[..4], [255, 0, 0, 255]);
    }

    #[test]
    fn curves_with_one_x_share_it() {
        let (a, b) = ([(0.0, 1.0), (1.0, 2.0)], [(0.0, 3.0), (1.0, 4.0)]);
        let table = Table::of_curves("x", "y", &[("a".to_owned(), &a[..]), (String::new(), &b[..])]);
        assert_eq!(table.columns, ["x", "a", "y"]);
        assert_eq!(table.rows[1], [1.0.into(), 2.0.into(), 4.0.into()]);
        let apart = Table::of_curves("x", "y", &[("a".to_owned(), &a[..]), ("b".to_owned(), &b[..1])]);
        assert_eq!(apart.columns, ["curve", "name", "x", "y"]);
        assert_eq!((apart.rows.len(), apart.numeric()), (3, vec![0, 2, 3]));
    }

    #[test]
    fn numbers_read_back_as_they_are() {
        for x in [0.1_f32, 1e-30, -2.0, 16_777_217.0, 3.4e38] {
            assert_eq!(shortest32(x).parse::<f32>(), Ok(x));
        }
        for x in [0.1, 1e-300, 1e22, -7.0, 9_007_199_254_740_993.0] {
            assert_eq!(shortest(x).parse::<f64>(), Ok(x));
        }
        assert_eq!([shortest(5.0), shortest32(-0.25)], ["5", "-0.25"]);
    }
}
