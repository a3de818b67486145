// Packs that the service worker keeps from the first visit on, and that the single file must hold: one of each kind of
// tokenizer, those that panels open with, the trained positions and one table of word vectors.
export const DEFAULT_PACKS = ['gpt2', 'bert', 'unigram', 'cl100k', 'qwen3', 'minilm_positions', 'use_words'].map((name) => `packs/${name}.pack`);
