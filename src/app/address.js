// Where the page's own files are.

/**
 * The address of the file `name` of the site, for whoever may not know the page's base (a worker made of a blob). In the
 * single file (scripts/single) everything lies inside, as blobs; `undefined` for what does not.
 */
export const address = (name) => {
  const inside = globalThis.locusFiles;
  return inside ? inside.get(name) : new URL(name, document.baseURI).href;
};
