// Runs in the page: makes every string that is said there two or three times as long, as a wordier language would, and
// finds what then sticks out of its place.

/** In the page, before it begins: stretches every text of ours `times` times, now and whenever it changes. */
export function stretch(times) {
  // The reader's own words, formulas and code are as long as they are.
  const foreign = 'script, style, textarea, math, svg, code, output, .strip, .sortable, .tkrows, .talk, .chars, [data-testid="strip"], [data-testid="sortable"]';
  const stretched = new WeakMap();
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const text = node.data;
      if (stretched.get(node) === text || !/\p{L}{2}/u.test(text) || node.parentElement?.closest(foreign)) return;
      const longer = Array(times).fill(text.trim()).join(' ');
      stretched.set(node, longer);
      node.data = longer;
    } else {
      node.childNodes.forEach(visit);
    }
  };
  new MutationObserver((all) => {
    for (const { type, target, addedNodes } of all) (type === 'characterData' ? [target] : [...addedNodes]).forEach(visit);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** In the page: controls and headings whose text leaves their box, and controls that lie over each other. */
export function misfits() {
  // What only a screen reader hears is a pixel wide.
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 2;
  // A box that scrolls may hold more than it shows.
  const scrolls = (e) => {
    for (let box = e; box && box !== document.body; box = box.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1) return true;
    }
    return false;
  };
  // Where the texts of an element stand that can be seen.
  const seenTexts = (e) => {
    const texts = document.createTreeWalker(e, NodeFilter.SHOW_TEXT);
    const found = [];
    while (texts.nextNode()) {
      if (!texts.currentNode.data.trim() || !shown(texts.currentNode.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      found.push(range.getBoundingClientRect());
    }
    return found;
  };
  const said = (e) => `${e.tagName.toLowerCase()}.${e.className} “${(e.innerText || e.getAttribute('aria-label') || '').slice(0, 30)}”`;
  const boxes = [...document.querySelectorAll('button, nav a, h2, h3, legend, label, .chip, th')].filter((e) => shown(e) && !e.closest('.sr, .skip'));
  const out = boxes.filter((e) => {
    if (scrolls(e)) return false;
    const outer = e.getBoundingClientRect();
    return seenTexts(e).some((inner) => inner.right > outer.right + 2 || inner.left < outer.left - 2 || inner.bottom > outer.bottom + 6);
  });
  // Points of a plot lie where their numbers are.
  const points = '.dot';
  const controls = [...document.querySelectorAll('main button, main select, main input, main textarea, nav a, header button')].filter((e) => shown(e) && !scrolls(e) && !e.matches(points));
  const rects = controls.map((e) => e.getBoundingClientRect());
  const over = [];
  for (let a = 0; a < controls.length; a++) {
    for (let b = a + 1; b < controls.length; b++) {
      if (controls[a].contains(controls[b]) || controls[b].contains(controls[a])) continue;
      // The phone's sheet floats over the page, and means to.
      if (controls[a].closest('.controls') !== controls[b].closest('.controls')) continue;
      const wide = Math.min(rects[a].right, rects[b].right) - Math.max(rects[a].left, rects[b].left);
      const high = Math.min(rects[a].bottom, rects[b].bottom) - Math.max(rects[a].top, rects[b].top);
      if (wide > 2 && high > 2) over.push(`${said(controls[a])} over ${said(controls[b])}`);
    }
  }
  return { out: out.map(said).slice(0, 6), over: over.slice(0, 6) };
}
