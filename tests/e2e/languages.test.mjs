// English and Chinese are equal: no sentence of one is left in the other.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PANELS, SCHEMES, read, set, stage } from './harness.mjs';

/**
 * Every visible text, accessible name and placeholder of the page, without what the reader typed, words that are spoken
 * of (in quotation marks), formulas, and what is marked as another language.
 */
const labels = (page) =>
  page.evaluate(() => {
    const outside = '[data-testid="strip"], [data-testid="sortable"], .chars, table.data, math, textarea, [lang]:not(html), .terms, .vals, .arithmetic, ul.wordcuts';
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
      if (!element || element.closest(outside) || !element.checkVisibility()) continue;
      if (node.nodeType === Node.TEXT_NODE) found.push(node.data);
      else for (const name of ['aria-label', 'aria-roledescription', 'aria-description', 'placeholder', 'title', 'alt']) found.push(node.getAttribute(name) ?? '');
    }
    return found.map((text) => text.replace(/“[^”]*”/g, '').trim()).filter(Boolean);
  });

// Names, symbols and terms of art that stay as they are in Chinese (design: RoPE and YaRN stay, with a gloss).
const TERMS = new Set(
  `Locus Transformer RoPE YaRN ALiBi RoFormer BPE WordPiece Unigram SentencePiece GPT BERT LLaMA Llama Qwen CPU GPU WebGPU UTF Unicode
  Hugging Face softmax logit logits one hot cos sin base head dim model fast slow viridis cividis Attention
  byte level uncased USE MAE
  transformers llama gptj Meta models apply rotary emb torch MultiheadAttention numpy float yarn type distilbert create sinusoidal
  embeddings get slopes ofirpress attention with linear biases
  NTK LongRoPE ReRoPE Leaky Self Extend Shaw DeBERTa MiniLM Apache NoPE PCA clip auto mscale all rope theta partial rotary factor
  BertSelfAttention relative key kimiyoung transformer RelPartialLearnableMultiHeadAttn DisentangledSelfAttention deberta bucket position
  BLOOM MPT Whisper Marian tensor int
  NTK aware Dynamic LongRoPE ABF Phi Ctrl Shift Tab exp
  arXiv MLA MHA GQA MQA RNN GiB bfloat elu tanh inference model naive absorb repeat idiap fast config
  BpeTrainer multilingual tiktoken tokenizers Jinja ChatML Nemo endoftext think user assistant system
  UNK GloVe functional SVD Gemma ALBERT Lan MLP MiB small PyPI SmolLM Metaspace Whitespace WhitespaceSplit Kimi Linear XLNet Mistral DeepSeek gpt oss Falcon mini`
    .toLowerCase()
    .split(/\s+/),
);

/** Latin words of `text` that are neither terms, nor symbols of one or two letters, nor names of keys and files. */
function foreign(text) {
  const prose = text.replace(/\b[A-Za-z]+(_[A-Za-z0-9]+)+(=\w+)?|\bmscale\b|\b\w+\.json\b/g, ' ');
  const words = prose.match(/[A-Za-z]{3,}/g) ?? [];
  return words.filter((word) => !TERMS.has(word.toLowerCase()));
}

async function everywhere(page, visit) {
  for (const panel of PANELS) {
    const schemes = panel === 'position' ? SCHEMES : ['rope'];
    for (const scheme of schemes) {
      await set(page, { panel, scheme, rope_type: 'yarn', factor: 4 });
      await visit(`${panel}, ${scheme}`);
    }
  }
}

describe('two languages', () => {
  const at = stage();

  test('the button switches every sentence, lang and title, and back', async () => {
    const page = await at.open({ hash: { panel: 'attention' } });
    // The rail's verdict on the order comes when the page is at rest.
    await page.waitForFunction(() => document.querySelector('[data-panel="permutation"] span').innerText !== '–');
    const english = await labels(page);
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    const title = await page.title();
    await page.getByTestId('language').click();
    await page.waitForFunction(() => document.documentElement.lang.startsWith('zh'));
    assert.match(await page.title(), /[\u4e00-\u9fff]/);
    const chinese = await labels(page);
    const same = chinese.filter((text) => english.includes(text) && foreign(text).length > 0);
    assert.deepEqual(same, [], 'unchanged sentences');
    await page.getByTestId('language').click();
    await page.waitForFunction(() => document.documentElement.lang === 'en');
    assert.equal(await page.title(), title);
    assert.deepEqual(await labels(page), english);
  });

  test('no English words are left in Chinese, on any panel', async () => {
    const page = await at.open({ hash: { text: '狗咬人', lang: 'zh' } });
    const left = {};
    await everywhere(page, async (where) => {
      const words = (await labels(page)).flatMap((text) => (foreign(text).length ? [text] : []));
      if (words.length) left[where] = [...new Set(words)];
    });
    assert.deepEqual(left, {});
  });

  test('no Chinese is left in English but the samples', async () => {
    const page = await at.open({ hash: { text: 'dog', lang: 'en' } });
    const left = [];
    await everywhere(page, async (where) => {
      const texts = (await labels(page)).filter((text) => /[\u3000-\u9fff\uff00-\uffef]/.test(text) && !['狗咬人', '人咬狗', '中文'].includes(text));
      left.push(...texts.map((text) => `${where}: ${text}`));
    });
    assert.deepEqual(left, []);
  });

  test('a Chinese browser gets Chinese at once', async () => {
    const page = await at.open({ locale: 'zh-CN' });
    assert.match(await page.locator('html').getAttribute('lang'), /^zh/);
    assert.match(await page.locator('main').innerText(), /词元/);
  });

  test('sentences about bad values come in the language of the page', async () => {
    const page = await at.open({ hash: { base: 'nonsense', lang: 'zh' } });
    assert.match(await read(page.getByTestId('notices')), /base[\s\S]*[\u4e00-\u9fff]/);
  });
});
