// The service worker: keeps one version of the site whole. scripts/finish writes VERSION, SHELL (sha256 by name; the page
// itself is '') and EXTRA (packs that are kept when the reader asks) above this.
//
// A new version is installed beside the old one, into a cache of its own, and waits until no page shows the old one or the
// reader asks for it. Nothing but our own files, checked by hash, is ever kept or answered.

const scope = new URL(self.registration.scope);
const PREFIX = `locus ${scope.pathname} `;
const CACHE = PREFIX + VERSION;
const PACKS = `${PREFIX}packs`;
const HASH = 'locus-sha256';
const AT_ONCE = 4;

const address = (name) => new URL(name, scope).href;
/** A kept pack's key names its content: the old version finds the old one. */
const packKey = (name) => `${address(name)}?${EXTRA[name].hash}`;

class Refusal extends Error {
  constructor(why, status = 0) {
    super(why);
    Object.assign(this, { why, status });
  }
}

/** 'quota', 'network', 'changed' (other bytes than listed), 'http', or 'other'. */
const reason = (error) => (error instanceof Refusal ? error.why : error?.name === 'QuotaExceededError' ? 'quota' : 'other');

async function body(response, got) {
  if (!got || !response.body) return response.arrayBuffer();
  const pieces = [];
  let length = 0;
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) return new Blob(pieces).arrayBuffer();
    pieces.push(value);
    got((length += value.length));
  }
}

async function hex(bytes) {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A file from the host, if it is the one that is listed; ready to be kept. */
async function fetched(name, hash, got) {
  const response = await fetch(address(name), { cache: 'no-cache', priority: 'low' }).catch(() => Promise.reject(new Refusal('network')));
  if (!response.ok) throw new Refusal('http', response.status);
  const bytes = await body(response, got).catch(() => Promise.reject(new Refusal('network')));
  // Some hosts add a script of theirs to every page: of the page only the version is checked.
  const same = name === '' ? new TextDecoder().decode(bytes).includes(`content="${VERSION}"`) : (await hex(bytes)) === hash;
  if (!same) throw new Refusal('changed');
  const headers = new Headers(response.headers);
  for (const gone of ['content-encoding', 'content-length', 'vary']) headers.delete(gone);
  headers.set(HASH, hash);
  return new Response(bytes, { headers });
}

const ours = async () => (await caches.keys()).filter((key) => key.startsWith(PREFIX));

// ---- a version comes

/** The same file of an older version. */
async function inherited(older, name, hash) {
  for (const cache of older) {
    const found = name !== '' && (await cache.match(address(name)));
    if (found && found.headers.get(HASH) === hash) return found;
  }
  return undefined;
}

async function install() {
  const older = await Promise.all((await ours()).filter((key) => key !== CACHE && key !== PACKS).map((key) => caches.open(key)));
  const cache = await caches.open(CACHE);
  const left = Object.entries(SHELL);
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, hash] = next;
      if (await cache.match(address(name))) continue; // a second try
      await cache.put(address(name), (await inherited(older, name, hash)) ?? (await fetched(name, hash)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await renewPacks();
}

/** Kept packs that are other ones in this version. One that does not come can be asked for again. */
async function renewPacks() {
  const packs = await caches.open(PACKS);
  const kept = new Set((await packs.keys()).map(({ url }) => new URL(url).pathname));
  for (const name of Object.keys(EXTRA)) {
    if (kept.has(new URL(name, scope).pathname)) await keep(name).catch(() => {});
  }
}

async function tell(message) {
  for (const client of await self.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
}

self.addEventListener('install', (event) => {
  const failed = async (error) => {
    await tell({ failed: reason(error), status: error.status ?? 0 });
    throw error;
  };
  event.waitUntil(install().catch(failed));
});

/** No page shows an older version any more. */
async function activate() {
  for (const key of await ours()) {
    if (key !== CACHE && key !== PACKS) await caches.delete(key);
  }
  const packs = await caches.open(PACKS);
  const known = new Set(Object.keys(EXTRA).map(packKey));
  for (const request of await packs.keys()) {
    if (!known.has(request.url)) await packs.delete(request);
  }
  await self.clients.claim();
}

self.addEventListener('activate', (event) => event.waitUntil(activate()));

// ---- answers

/** The listed name of what is asked for; undefined for everything that is not ours. */
function named({ method, url: text, headers }) {
  const url = new URL(text);
  if (method !== 'GET' || headers.has('range') || url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return undefined;
  const name = url.pathname.slice(scope.pathname.length).replace(/^index\.html$/, '');
  return Object.hasOwn(SHELL, name) || Object.hasOwn(EXTRA, name) ? name : undefined;
}

async function answer(name, request) {
  const [key, where] = Object.hasOwn(SHELL, name) ? [address(name), CACHE] : [packKey(name), PACKS];
  const cache = await caches.open(where);
  return (await cache.match(key)) ?? fetch(request);
}

self.addEventListener('fetch', (event) => {
  const name = named(event.request);
  if (name !== undefined) event.respondWith(answer(name, event.request));
});

// ---- what the page asks

async function keep(name, got) {
  const packs = await caches.open(PACKS);
  if (await packs.match(packKey(name))) return;
  await packs.put(packKey(name), await fetched(name, EXTRA[name].hash, got));
}

const JOBS = {
  /** Packs on demand: name, size, whether it is kept; and which are always there. */
  async list() {
    const packs = await caches.open(PACKS);
    const one = async ([name, { bytes }]) => ({ name, bytes, kept: Boolean(await packs.match(packKey(name))) });
    const always = Object.keys(SHELL).filter((name) => name.endsWith('.pack'));
    return { always, packs: await Promise.all(Object.entries(EXTRA).map(one)) };
  },
  async keep({ name }, got) {
    if (!Object.hasOwn(EXTRA, name)) throw new Refusal('other');
    await keep(name, got);
    return {};
  },
  async drop({ name }) {
    if (Object.hasOwn(EXTRA, name)) await (await caches.open(PACKS)).delete(packKey(name));
    return {};
  },
  /** Takes the old version's place, unless another window shows that. */
  async take() {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const others = windows.filter(({ url }) => url.startsWith(scope.href)).length - 1;
    if (others > 0) return { others };
    await self.skipWaiting();
    return { others: 0 };
  },
};

self.addEventListener('message', (event) => {
  const { job } = event.data ?? {};
  const [port] = event.ports;
  if (!port || !Object.hasOwn(JOBS, job)) return;
  const got = (bytes) => port.postMessage({ got: bytes });
  const done = JOBS[job](event.data, got).then(
    (answer) => port.postMessage({ answer }),
    (error) => port.postMessage({ why: reason(error), status: error.status ?? 0 }),
  );
  event.waitUntil(done);
});
