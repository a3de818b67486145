// The page's side of the service worker, which scripts/finish/sw.js is.

const file = (name) => new URL(name, document.baseURI).href;
let registration;

/** What keeps the page from having a service worker; empty if nothing does. */
export function hindrance() {
  if (globalThis.locusFiles) return 'single';
  // A frame shows one panel of somebody else's page: that page's reader did not ask for a copy of ours.
  if (window.self !== window.top) return 'frame';
  if (!isSecureContext) return 'insecure';
  try {
    if (!navigator.serviceWorker || !window.caches) return 'blocked';
  } catch {
    return 'blocked'; // a browser that blocks storage
  }
  if (!document.querySelector('meta[name="locus-version"]')) return 'build';
  // Megabytes that nobody asked for; a copy that is there already goes on.
  return navigator.connection?.saveData && !navigator.serviceWorker.controller ? 'saving' : '';
}

/**
 * Registers the worker. `tell(state, update, status)` hears 'coming', 'works', or why it failed ('quota', 'network',
 * 'changed', 'http' with its status, 'blocked', 'other'), and whether a newer version waits.
 */
export async function begin(tell) {
  let failure = ['other', 0];
  const look = () => {
    const update = Boolean(registration.active && registration.waiting);
    if (registration.active) tell('works', update, 0);
    else if (registration.installing || registration.waiting) tell('coming', false, 0);
    else tell(failure[0], false, failure[1]);
  };
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (!data?.failed) return;
    failure = [data.failed, data.status];
    if (registration) look(); // this may come before or after the worker is given up
  });
  navigator.serviceWorker.startMessages();
  try {
    registration = await navigator.serviceWorker.register(file('sw.js'), { scope: file('./'), updateViaCache: 'none' });
  } catch (error) {
    return tell(error?.name === 'SecurityError' ? 'blocked' : 'network', false, 0);
  }
  if (!registration) return tell('blocked', false, 0); // some browsers' settings make it a function of nothing
  const watch = () => {
    registration.installing?.addEventListener('statechange', look);
    look();
  };
  registration.addEventListener('updatefound', watch);
  watch();
}

/** Asks `worker` for a job and resolves to its answer; rejects with `{ why, status }`. */
function ask(worker, job, more, got) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      if (data.got !== undefined) return got?.(data.got);
      port1.close();
      if (data.answer) resolve(data.answer);
      else reject([data.why, data.status]);
    };
    if (!worker) return reject(['other', 0]);
    worker.postMessage({ job, ...more }, [port2]);
  });
}

/** `[[always there], [[name, bytes, kept] on demand]]`. */
export async function list() {
  const { always, packs } = await ask(registration?.active, 'list');
  return [always, packs.map(({ name, bytes, kept }) => [name, bytes, kept])];
}

/** Keeps a pack; `got` hears its bytes so far. Rejects with `[why, status]`. */
export function keep(name, got) {
  navigator.storage?.persist?.().catch(() => {}); // what was asked for should not be swept away
  return ask(registration?.active, 'keep', { name }, got);
}

export const drop = (name) => ask(registration?.active, 'drop', { name });

/** Reloads the page with the version that waits; resolves to how many other windows still show the old one. */
export async function update() {
  const taken = () => location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', taken, { once: true });
  const { others } = await ask(registration?.waiting, 'take');
  if (others > 0) navigator.serviceWorker.removeEventListener('controllerchange', taken);
  return others;
}
