// The splitter writes a module of loaders beside wasm-bindgen's glue. Here it becomes a part of that glue: one file less to
// wait for before the first picture, and nothing that must know the glue's final name.

/** `text` with its one occurrence of `what` replaced; a new version of a tool that writes something else is noticed here. */
function replaced(text, what, by) {
  const pieces = text.split(what);
  if (pieces.length !== 2) throw new Error(`expected one ${what} and found ${pieces.length - 1}`);
  return pieces.join(by);
}

// Some hosts do not know the type of a .wasm file: as wasm-bindgen does for the main module, then without streaming.
const INSTANTIATE = `
async function instantiate(answer, imports) {
  const response = await answer;
  if (!response.ok) throw new Error(\`\${response.url}: HTTP \${response.status}\`);
  const streams = response.headers.get('content-type')?.startsWith('application/wasm');
  if (streams) return WebAssembly.instantiateStreaming(response, imports);
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}
`;

/** `glue` with the `loaders` inside; `files` names each part's file in parts/ by the splitter's name for it. */
export function inlined(glue, loaders, files) {
  let code = replaced(loaders, /^import \{ initSync \} from ".*";\n/m, '');
  code = replaced(code, 'initSync(undefined, undefined)', 'wasm');
  code = code.replaceAll('WebAssembly.instantiateStreaming(src, imports)', 'instantiate(src, imports)');
  for (const [name, file] of Object.entries(files)) code = replaced(code, `"./${name}"`, `"./parts/${file}"`);
  const names = [...code.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name);
  code = code.replaceAll(/^export const /gm, 'const ');
  const made = `(() => {${INSTANTIATE}${code}return { ${names.join(', ')} };\n})()`;
  // wasm-bindgen imports the module once for each loader: all but the first are the first.
  let first;
  const own = glue.replaceAll(/^import \* as (\w+) from ["']\.\/__wasm_split\.js["'];?$/gm, (_, namespace) => {
    const value = first ?? made;
    first ??= namespace;
    return `const ${namespace} = ${value};`;
  });
  if (!first) throw new Error('the glue imports no loaders');
  return own;
}
