//! Lessons in English.

use super::shell::SHELL;
use crate::lesson::problem::{Fatal, Problem, What};
use crate::strings::Lesson;

pub static LESSON: Lesson = Lesson {
    list: "Lessons",
    list_lead: "Each is a walk through the page. Predict first, then let the picture answer. Everything stays movable.",
    close: "Close",
    loading: "Loading the lessons",
    failed: "The lessons did not load: one of their files could not be fetched.",
    minutes: |n| format!("{n} min"),
    level: |level| match level {
        "start" => "first steps",
        "middle" => "some practice",
        "far" => "in depth",
        _ => "",
    },
    open_file: "Open a lesson file …",
    file_hint: "or drop a .json file here. The format is in LESSONS.md; the file never leaves the page.",
    region: |title| format!("Lesson: {title}"),
    step_of: |n, of| format!("Step {n} of {of}"),
    back: "Back",
    next: "Next",
    finish: "Finish",
    leave: "Leave the lesson",
    fold: "Fold",
    unfold: "Unfold",
    changed: "The controls are yours: what you change is kept.",
    reset: "Return to the step’s settings",
    controls: |names| format!("Ringed: {names}"),
    question: "Predict, then check",
    number: "Your number",
    cell: "Your cell",
    cell_hint: "Choose it in the picture, or here.",
    query: "query",
    key: "key",
    cell_is: |i, query, j, key| format!("query {i} “{query}”, key {j} “{key}”"),
    token: |i, label| format!("{i} {label}"),
    check: "Check",
    checking: "Computing …",
    predict_first: "Make a prediction first: a wrong one teaches as much as a right one.",
    right: "Right.",
    wrong: "Not so.",
    computed: |answer| format!("Computed just now: {answer}."),
    no_numbers: "With the present settings the page has no such numbers. Return to the step’s settings and check again.",
    problems: |n| {
        if n == 1 {
            "One thing is wrong with this file".into()
        } else {
            format!("{n} things are wrong with this file")
        }
    },
    fatal,
    problem,
};

fn fatal(why: &Fatal) -> String {
    match why {
        Fatal::TooLarge { most } => format!("The lesson file is larger than {} kB and was not read.", most / 1024),
        Fatal::NotJson => "The lesson file is not valid JSON.".into(),
        Fatal::NotALesson => "The file is JSON but no lesson: it lacks \"locus_lesson\": 1.".into(),
        Fatal::NoSteps => "The lesson has no steps.".into(),
        Fatal::OtherOrigin => {
            "A lesson can only come from this page’s own host: a name, or an address that begins with ./ or /.".into()
        }
        Fatal::Fetch(error) => format!("The lesson did not load: {}.", (SHELL.load_reason)(error)),
        Fatal::NotHere => "This lesson was opened from a file, which no link carries: open the file again.".into(),
    }
}

fn problem(problem: &Problem, setting: &str) -> String {
    let what = match &problem.what {
        What::Newer(version) => {
            format!(
                "the file is of version {version}, newer than this page; what is not understood is left out"
            )
        }
        What::TooManySteps(most) => format!("only the first {most} steps are shown"),
        What::NoState => "it has no \"state\"; the lesson’s settings are shown".into(),
        What::State(_) => setting.to_string(),
        What::Reserved(key) => format!("\"{key}\" is the reader’s own and was not set"),
        What::NoText { field, language } => format!("\"{field}\" is missing in “{language}”"),
        What::LongText { field, most } => format!("\"{field}\" was cut to {most} characters"),
        What::Markup { field } => {
            format!("\"{field}\" has HTML or a script in it, which is shown as plain text")
        }
        What::UnknownHighlight(key) => format!("there is no control {key} to highlight"),
        What::UnknownValue(name) => format!("\"then\" names {{{name}}}, which is none of its values"),
        What::UnknownData(name) => format!("there is no data \"{name}\"; the question was left out"),
        What::Ask(part) => format!("the question was left out: \"{part}\" is not understood"),
    };
    match problem.step {
        Some(step) => format!("Step {step}: {what}"),
        None => format!("The lesson: {what}"),
    }
}
