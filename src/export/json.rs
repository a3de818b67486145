//! The numbers as JSON: `{ title, picture, parameters, permalink, citation, made_with, axes, names, shape, rows, cols,
//! values }`, values row-major; `names` where there are several matrices. What is not finite is null.

use super::About;
use super::numbers::{Numbers, Value, shortest, shortest32};

/// The file.
pub fn write(about: &About, numbers: &Numbers) -> String {
    let mut fields = self::about(about);
    match numbers {
        Numbers::Grids(grids) => {
            let Some(first) = grids.first() else { return object(&fields) };
            let (rows, cols) = first.values.dim();
            let many = (grids.len() > 1).then_some(grids.len());
            let shape: Vec<String> = many.into_iter().chain([rows, cols]).map(|n| n.to_string()).collect();
            if many.is_some() {
                fields.push(("names", list(grids.iter().map(|grid| string(&grid.name)))));
            }
            fields.push(("axes", list(first.axes.iter().map(|name| string(name)))));
            fields.push(("shape", list(shape)));
            fields.push(("rows", list((0..rows).map(|at| string(&first.row(at))))));
            fields.push(("cols", list((0..cols).map(|at| string(&first.col(at))))));
            let values = grids.iter().flat_map(|grid| grid.values.iter());
            fields.push(("values", list(values.map(|x| finite(f64::from(*x), || shortest32(*x))))));
        }
        Numbers::Table(table) => {
            let shape = [table.rows.len(), table.columns.len()];
            fields.push(("shape", list(shape.map(|n| n.to_string()))));
            fields.push(("rows", list([])));
            fields.push(("cols", list(table.columns.iter().map(|name| string(name)))));
            let values = table.rows.iter().flatten().map(|value| match value {
                Value::Text(text) => string(text),
                Value::Number(x) => finite(*x, || shortest(*x)),
            });
            fields.push(("values", list(values)));
        }
    }
    object(&fields)
}

/// What the file is, alone: it is also put into PNG and SVG files.
pub fn metadata(about: &About) -> String {
    object(&self::about(about))
}

fn about(about: &About) -> Vec<(&'static str, String)> {
    let parameters: Vec<_> =
        about.parameters.iter().map(|(key, value)| format!("{}:{}", string(key), string(value))).collect();
    vec![
        ("title", string(&about.title)),
        ("picture", string(&about.name)),
        ("parameters", format!("{{{}}}", parameters.join(","))),
        ("permalink", string(&about.permalink)),
        ("citation", string(&about.citation)),
        ("made_with", string(&about.made_with)),
    ]
}

fn object(fields: &[(&str, String)]) -> String {
    let pairs: Vec<_> = fields.iter().map(|(key, value)| format!("{}:{value}", string(key))).collect();
    format!("{{{}}}\n", pairs.join(",\n"))
}

fn list(items: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
}

fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn finite(x: f64, spelled: impl Fn() -> String) -> String {
    if x.is_finite() { spelled() } else { "null".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::numbers::tests::{about, grid};
    use serde_json::{Value as Json, json};

    fn read(numbers: &Numbers) -> Json {
        serde_json::from_str(&write(&about(), numbers)).expect("what we write is JSON")
    }

    #[test]
    fn a_matrix_says_what_it_is() {
        let read = read(&Numbers::Grids(vec![grid("")]));
        assert_eq!(read["title"], "Who, \"why\"");
        assert_eq!(read["parameters"], json!({ "text": "狗 =1", "scheme": "rope" }));
        assert_eq!(read["shape"], json!([2, 2]));
        assert_eq!(read["cols"], json!(["=cmd", "##ing"]));
        assert_eq!(read["values"], json!([0.1, null, -2, 3e-9]));
        assert!(read.get("names").is_none());
    }

    #[test]
    fn several_have_names_and_one_more_axis() {
        let read = read(&Numbers::Grids(vec![grid("a"), grid("b")]));
        assert_eq!((&read["names"], &read["shape"]), (&json!(["a", "b"]), &json!([2, 2, 2])));
        assert_eq!(read["values"].as_array().map(Vec::len), Some(8));
    }
}
