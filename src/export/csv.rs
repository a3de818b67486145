//! Comma-separated values as RFC 4180 has them, UTF-8 with a byte order mark (without it Excel breaks Chinese).
//!
//! The first rows say what the file is: `# title`, `# parameters`, `# permalink`, `# citation`, the text in the second
//! column. A spreadsheet shows them as rows; pandas reads past them with `comment="#"`, since every other field that
//! holds a # is quoted. Then the header and the numbers: a matrix has the row's index and label before its values
//! (and the map's name before these, where there are several). A masked cell is empty.

use super::About;
use super::numbers::{Grid, Numbers, Table, Value, shortest, shortest32};

/// The file.
pub fn write(about: &About, numbers: &Numbers) -> String {
    let mut out = String::from("\u{feff}");
    for (name, text) in about.lines() {
        line(&mut out, [format!("# {name}"), quoted(&text.replace(['\r', '\n'], " "))]);
    }
    match numbers {
        Numbers::Grids(grids) => write_grids(&mut out, grids),
        Numbers::Table(table) => write_table(&mut out, table),
    }
    out
}

fn write_grids(out: &mut String, grids: &[Grid]) {
    let Some(first) = grids.first() else { return };
    let several = grids.len() > 1;
    let names = ["index", "row"].map(str::to_owned);
    let map = several.then(|| "map".to_owned());
    let cols = (0..first.values.ncols()).map(|at| text(&first.col(at)));
    line(out, map.into_iter().chain(names).chain(cols));
    for grid in grids {
        for (at, row) in grid.values.rows().into_iter().enumerate() {
            let map = several.then(|| text(&grid.name));
            let values = row.into_iter().map(|x| finite(f64::from(*x), || shortest32(*x)));
            line(out, map.into_iter().chain([at.to_string(), text(&grid.row(at))]).chain(values));
        }
    }
}

fn write_table(out: &mut String, table: &Table) {
    line(out, table.columns.iter().map(|name| text(name)));
    for row in &table.rows {
        line(
            out,
            row.iter().map(|value| match value {
                Value::Text(label) => text(label),
                Value::Number(x) => finite(*x, || shortest(*x)),
            }),
        );
    }
}

fn finite(x: f64, spelled: impl Fn() -> String) -> String {
    if x.is_finite() { spelled() } else { String::new() }
}

fn line(out: &mut String, fields: impl IntoIterator<Item = String>) {
    out.push_str(&fields.into_iter().collect::<Vec<_>>().join(","));
    out.push_str("\r\n");
}

/// A label. One that a spreadsheet would take for a formula (OWASP, CSV Injection) begins with an apostrophe instead,
/// which spreadsheets read as "this is text".
fn text(label: &str) -> String {
    let risky = label.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    if risky { quoted(&format!("'{label}")) } else { quoted(label) }
}

/// RFC 4180 §2: fields with a comma, a quote or a line break stand in quotes; here those with a # as well.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n', '#']) || field != field.trim() {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::numbers::tests::{about, grid};

    #[test]
    fn a_matrix_has_what_it_is_before_its_numbers() {
        let csv = write(&about(), &Numbers::Grids(vec![grid("")]));
        let expected = "\u{feff}# title,\"Who, \"\"why\"\"\"\r\n# parameters,text=狗 =1; scheme=rope\r\n\
            # permalink,\"https://x/#v=1\"\r\n# citation,Su et al.\r\n# made with,Locus 1\r\n\
            index,row,'=cmd,\"##ing\"\r\n0,狗,0.1,\r\n1,'-b,-2,3e-9\r\n";
        assert_eq!(csv, expected);
    }

    #[test]
    fn several_matrices_have_a_name_in_each_row() {
        let csv = write(&About::default(), &Numbers::Grids(vec![grid("a"), grid("b")]));
        let lines: Vec<_> = csv.trim_start_matches('\u{feff}').lines().collect();
        assert_eq!(lines[0], "map,index,row,'=cmd,\"##ing\"");
        assert_eq!([lines[1], lines[4]], ["a,0,狗,0.1,", "b,1,'-b,-2,3e-9"]);
    }

    #[test]
    fn a_table_keeps_its_columns() {
        let rows = vec![vec![1.5.into(), " a\nb".into()], vec![f64::NAN.into(), "@x".into()]];
        let table = Table { columns: vec!["x".into(), "y".into()], rows };
        let csv = write(&About::default(), &Numbers::Table(table));
        assert_eq!(csv, "\u{feff}x,y\r\n1.5,\" a\nb\"\r\n,'@x\r\n");
    }
}
