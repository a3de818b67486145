// <locus-panel panel="attention" state="scheme=rope&text=abc" height="480"></locus-panel>
// A panel of Locus in a frame as high as what it shows. Documented in EMBED.md.
(() => {
  const here = new URL('.', document.currentScript?.src || document.baseURI);
  let count = 0;
  class LocusPanel extends HTMLElement {
    static observedAttributes = ['panel', 'state', 'lang', 'theme', 'height'];
    #frame = null;
    #ready = null;
    #asked = new Map();
    #height = 0;
    #origin = '*';

    connectedCallback() {
      if (this.#frame) return;
      const frame = document.createElement('iframe');
      frame.title = this.getAttribute('title') ?? `Locus: ${this.getAttribute('panel') ?? 'order'}`;
      frame.loading = this.getAttribute('loading') ?? 'lazy';
      frame.allow = 'clipboard-write; fullscreen; microphone; camera';
      frame.style.cssText = 'border: 0; width: 100%; display: block';
      this.style.display ||= 'block';
      this.#frame = frame;
      this.#fit();
      this.ready = new Promise((done) => { this.#ready = done; });
      addEventListener('message', this.#hear);
      frame.src = this.#address();
      this.append(frame);
    }

    disconnectedCallback() {
      removeEventListener('message', this.#hear);
      for (const { fail } of this.#asked.values()) fail(new Error('the panel was taken away'));
      this.#asked.clear();
      this.#frame?.remove();
      this.#frame = null;
    }

    attributeChangedCallback(name, before, now) {
      if (!this.#frame || before === now) return;
      if (name === 'height') this.#fit();
      else this.set(Object.fromEntries(this.#wanted())).catch(() => {});
    }

    // Resolves with the state once its picture is complete.
    set(state) { return this.#ask({ type: 'set', state }); }

    get() { return this.#ask({ type: 'get' }); }

    // Resolves with { name, shape, values, … } of a stage.
    export(name) { return this.#ask({ type: 'export', name }); }

    #wanted() {
      const wanted = new URLSearchParams(this.getAttribute('state') ?? '');
      for (const name of ['panel', 'lang', 'theme']) if (this.hasAttribute(name)) wanted.set(name, this.getAttribute(name));
      return wanted;
    }

    #address() {
      const address = new URL(this.getAttribute('src') ?? here, document.baseURI);
      const hash = new URLSearchParams(address.hash.slice(1));
      for (const [key, value] of this.#wanted()) hash.set(key, value);
      hash.set('embed', '1');
      address.hash = hash;
      return address.href;
    }

    #fit() { this.#frame.style.height = `${this.#height || parseInt(this.getAttribute('height'), 10) || 480}px`; }

    async #ask(message) {
      await this.ready;
      if (!this.#frame) throw new Error('the panel is not in the page');
      const id = (count += 1);
      return new Promise((done, fail) => {
        this.#asked.set(id, { done, fail });
        this.#frame.contentWindow.postMessage({ locus: 1, id, ...message }, this.#origin);
      });
    }

    #hear = ({ source, origin, data }) => {
      if (!this.#frame || source !== this.#frame.contentWindow || data?.locus !== 1) return;
      const asked = this.#asked.get(data.id);
      this.#asked.delete(data.id);
      if (data.type === 'resize' && data.height > 0) {
        this.#height = Math.min(data.height, 20000);
        this.#fit();
      }
      if (data.type === 'ready') {
        this.#origin = origin === 'null' ? '*' : origin; // a sandboxed frame has none
        this.#ready();
        this.get().catch(() => {}); // it tells of itself once spoken to
      }
      if (data.type === 'error') asked?.fail(new Error(data.message));
      else asked?.done(data.type === 'export' ? data.data : data.state);
      if (data.type !== 'resize') this.dispatchEvent(new CustomEvent(`locus-${data.type}`, { detail: data }));
    };
  }
  if (!customElements.get('locus-panel')) customElements.define('locus-panel', LocusPanel);
})();
