import { dirname, join } from "node:path/posix";
import type { Source } from "./sources.js";

/** Folders whose types the page may import, since types vanish in the build. */
const sharedTypes = "../src/surface/http/api-types.js";
/** Folders with functions over plain text that import nothing else, such as diffs and headings. */
const sharedCode = "../src/base/text/";
const packages = ["preact", "preact/hooks", "@preact/signals", "marked"];

const importsOf = ({ path, text }: Source) =>
  [...text.matchAll(/^(import|export)( type)?[^"';]*?from "([^"]+)"|import\("([^"]+)"\)/gm)].map((match) => ({
    isType: match[2] !== undefined,
    to: match[3] ?? match[4] ?? "",
    path,
  }));

/** Lines of any source that match a forbidden pattern. */
const linesWith = (sources: readonly Source[], forbidden: RegExp) =>
  sources.flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, i) => (forbidden.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
  );

/** Every rule of the page's sources, with a function that finds its violations. */
export const pageLaws: Record<string, (sources: readonly Source[]) => string[]> = {
  "imports nothing from the server but its types and functions over text": (sources) =>
    sources
      .flatMap(importsOf)
      .filter(({ to }) => to.startsWith("."))
      .map((one) => ({ ...one, target: join(dirname(one.path), one.to) }))
      .filter(({ target }) => target.startsWith(".."))
      .filter(({ target, isType }) => !target.startsWith(sharedCode) && (target !== sharedTypes || !isType))
      .map(({ path, to }) => `${path} → ${to}`),

  "is built from few packages": (sources) =>
    sources
      .flatMap(importsOf)
      .filter(({ to }) => !to.startsWith(".") && !packages.includes(to))
      .map(({ path, to }) => `${path} → ${to}`),

  // The types of the API lead to the server's sources, so the compiler knows the names of Node.js here too.
  "uses no names of Node.js": (sources) =>
    linesWith(
      sources.filter(({ path }) => !path.endsWith(".test.ts")),
      /\bprocess\.|\bBuffer\b|\b(require|setImmediate)\(|\b__(dir|file)name\b|\bglobal\.|\bNodeJS\./,
    ),

  "never turns text into markup or code": (sources) =>
    linesWith(
      sources,
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(|new Function|DOMParser|srcdoc/i,
    ),

  "loads nothing from other hosts": (sources) =>
    linesWith(sources, /(src|href|url)=?[("'{]+\s*["']?(https?:)?\/\/[\w]/),

  "has no barrels and no default exports": (sources) =>
    sources.filter(({ text }) => /^export (\* from|default)/m.test(text)).map(({ path }) => path),

  // A style sheet is loaded with its view and stays, so rules for another view's class would leak into that view.
  "styles each class in one sheet only": (sources) => {
    const owner = new Map<string, string>();
    return sources
      .filter(({ path }) => path.endsWith(".css"))
      .flatMap(({ path, text }) => [...text.matchAll(/^\.[\w-]+(?= \{)/gm)].map(([name]) => ({ path, name })))
      .filter(({ path, name }) => (owner.has(name) ? owner.get(name) !== path : owner.set(name, path) && false))
      .map(({ path, name }) => `${path} ${name} (of ${owner.get(name)})`);
  },
};
