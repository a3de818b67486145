// A channel of jobs, both ends: the page's (`Channel`), and the far end, which runs in a Web Worker where the browser
// gives us one and on the page where not. The jobs themselves are in the WebAssembly module `signals`.

import { address } from "./address.js";

const jobs = typeof document === "object" ? null : self;

/** The module's parts, as the page sees them: a worker made of a blob has no base of its own. */
const urls = () => ({ script: address("signals.js"), binary: address("signals_bg.wasm") });

// ---- far end

let module;

async function perform({ job, args, script, binary }, progress) {
  module ??= import(script).then(async (signals) => {
    await signals.default({ module_or_path: binary });
    return signals;
  });
  module.catch(() => (module = undefined)); // the next job tries again
  return (await module).run(job, args, progress);
}

/** What is handed over instead of copied: every array was made for this message alone. */
const buffers = (parcel) => parcel.filter((part) => ArrayBuffer.isView(part)).map((part) => part.buffer);

if (jobs) {
  jobs.onmessage = async ({ data }) => {
    try {
      const answer = await perform(data, (share) => jobs.postMessage({ share }));
      jobs.postMessage({ answer }, buffers(answer));
    } catch (error) {
      jobs.postMessage({ error: String(error?.message ?? error) });
    }
  };
}

// ---- the page's end

/**
 * One job at a time. A newer one takes the place of one that waits, and where it `stops` the one under way, of that too:
 * jobs cannot be interrupted, so their worker is ended and another begun. What was replaced resolves to `null`.
 */
export class Channel {
  #worker;
  #running;
  #waiting;

  /** Resolves to the job's answer, a list of numbers, texts and arrays; rejects with what went wrong. */
  ask(job, args, stops, progress) {
    return new Promise((resolve, reject) => {
      this.#waiting?.resolve(null);
      this.#waiting = { job, args, progress, resolve, reject };
      if (stops && this.#running) this.#end()?.resolve(null);
      this.#next();
    });
  }

  /** Whatever is under way or waits is given up, and resolves to `null`. */
  stop() {
    this.#waiting?.resolve(null);
    this.#waiting = undefined;
    if (this.#running) this.#end()?.resolve(null);
  }

  #end() {
    const running = this.#running;
    this.#worker?.terminate();
    this.#worker = this.#running = undefined;
    return running;
  }

  #next() {
    if (this.#running || !this.#waiting) return;
    const task = (this.#running = this.#waiting);
    this.#waiting = undefined;
    const message = { job: task.job, args: task.args, ...urls() };
    const finish = (settle) => {
      if (this.#running !== task) return; // replaced
      this.#running = undefined;
      settle();
      this.#next();
    };
    const onThePage = () =>
      perform(message, task.progress).then(
        (answer) => finish(() => task.resolve(answer)),
        (error) => finish(() => task.reject(error)),
      );
    const worker = this.#begin();
    if (!worker) return void onThePage();
    worker.onmessage = ({ data }) => {
      if (data.share !== undefined) return task.progress(data.share);
      if (data.answer) return finish(() => task.resolve(data.answer));
      // After a trap (no more memory, say) nothing in that module can be relied on.
      worker.terminate();
      this.#worker = undefined;
      finish(() => task.reject(new Error(data.error)));
    };
    // No modules in workers (Firefox before 114), or no more memory for one.
    worker.onerror = (event) => {
      event.preventDefault();
      this.#worker = undefined;
      onThePage();
    };
    worker.postMessage(message);
  }

  /** A worker made of a blob may run in a sandboxed frame, whose origin is like no other's. */
  #begin() {
    if (this.#worker) return this.#worker;
    try {
      const text = new Blob([`import ${JSON.stringify(import.meta.url)}`], { type: "text/javascript" });
      const url = URL.createObjectURL(text);
      this.#worker = new Worker(url, { type: "module" });
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch {
      // no worker: the page does it
    }
    return this.#worker;
  }
}
