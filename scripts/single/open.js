// In the single file, behind the files themselves: unpacks them, gives each an address of its own (a blob), and starts the
// page. `locusFiles` is what src/app/address.js asks.
(async () => {
  const LEFT_OUT = [0, 13, 60];
  const FIRST = 0xc0;

  /** What scripts/single/text7.mjs wrote. */
  function bytes(text, size) {
    const out = new Uint8Array(size);
    let held = 0;
    let bits = 0;
    let at = 0;
    const take = (piece) => {
      held = (held << 7) | piece;
      bits += 7;
      if (bits < 8) return;
      bits -= 8;
      out[at++] = held >> bits; // past the end is nowhere
      held &= (1 << bits) - 1;
    };
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 128) {
        take(code);
      } else {
        take(LEFT_OUT[(code - FIRST) >> 7]);
        take((code - FIRST) & 127);
      }
    }
    return out;
  }

  const inflated = (packed) =>
    new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'))).arrayBuffer();

  async function content(element) {
    const { size, packed } = element.dataset;
    const stored = bytes(element.textContent, Number(size));
    element.remove();
    return packed === undefined ? stored : inflated(stored);
  }

  /** A script that names others of our files by `locus:`, with their addresses; they come before it. */
  const linked = (script) => script.replace(/(["'])locus:([^"']+)\1/g, (_, quote, name) => JSON.stringify(locusFiles.get(name)));

  try {
    for (const element of [...document.querySelectorAll('script[data-name]')]) {
      const { name, type } = element.dataset;
      let file = await content(element);
      if (name.endsWith('.js')) file = linked(new TextDecoder().decode(file));
      locusFiles.set(name, URL.createObjectURL(new Blob([file], { type })));
    }
    await import(locusFiles.get('START'));
  } catch (error) {
    console.error(error);
    const text = document.getElementById('boot-text');
    if (!text) return;
    text.textContent = text.lang === 'zh'
      ? '这个文件没能打开：浏览器太旧，或者文件不完整。需要 2023 年之后的浏览器。'
      : 'This file could not be opened: the browser is too old for it, or the file is not complete. Any browser since 2023 will do.';
  }
})();
