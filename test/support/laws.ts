import { dirname, join } from "node:path/posix";
import type { Source } from "./sources.js";

/** Each layer may import itself and the layers to its right, in the direction of a request. */
const layers = ["entry", "surface", "tools", "domain", "hosts", "store", "engine", "base"];
/** Folders with the rank of another layer. */
const ranks: Record<string, string> = { "main.ts": "entry", resources: "tools", commands: "tools" };
const families = ["context", "memory", "archive", "bridge"];

const topOf = (path: string) => path.split("/")[0] ?? "";
const layerOf = (path: string) => layers.indexOf(ranks[topOf(path)] ?? topOf(path));

export function importsOf({ path, text }: Source): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)]
    .map(([, to = ""]) => join(dirname(path), to).replace(/\.js$/, ".ts"))
    .filter((to) => !to.startsWith(".."));
}

const edges = (sources: readonly Source[]) =>
  sources.flatMap((file) => importsOf(file).map((to) => ({ from: file.path, to })));
const arrow = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`;

/** Every architecture rule, with a function that finds its violations. */
export const laws: Record<string, (sources: readonly Source[]) => string[]> = {
  "puts every file in a layer": (sources) => sources.filter(({ path }) => layerOf(path) < 0).map(({ path }) => path),

  "imports only rightwards": (sources) =>
    edges(sources)
      .filter(({ from, to }) => layerOf(to) < layerOf(from))
      .map(arrow),

  "names engines only where the product is put together": (sources) =>
    edges(sources)
      .filter(({ to }) => to.startsWith("engine/") && to.split("/").length > 2)
      .filter(({ from, to }) => topOf(from) !== "entry" && dirname(from) !== dirname(to))
      .map(arrow),

  "keeps one family from another": (sources) =>
    edges(sources)
      .filter(({ from, to }) => {
        const [layerFrom, familyFrom = ""] = from.split("/");
        const [layerTo, familyTo = ""] = to.split("/");
        return (
          layerFrom === layerTo &&
          families.includes(familyFrom) &&
          families.includes(familyTo) &&
          familyFrom !== familyTo
        );
      })
      .map(arrow),

  "meets the outside world in entry/ and engine/ only": (sources) => {
    const outside =
      /\bprocess\.(env|argv|stdin|stdout|stderr|cwd|exit)|\bDate\.now\b|new Date\(\)|performance\.now|Math\.random|randomUUID|randomBytes|\bconsole\./;
    return sources
      .filter(({ path }) => layerOf(path) !== layers.indexOf("entry") && layerOf(path) !== layers.indexOf("engine"))
      .map(({ path, text }) => ({ path, text: withoutComments(text) }))
      .flatMap(({ path, text }) =>
        text.split("\n").flatMap((line, i) => (outside.test(line) ? [`${path}:${i + 1} ${line.trim()}`] : [])),
      );
  },

  "keeps the schema library out of what hooks and openings load": (sources) =>
    sources
      .filter(({ path, text }) => layerOf(path) >= layers.indexOf("domain") && /from "zod"/.test(text))
      .map(({ path }) => path),

  "imports the schema library so that the bundler can drop what is unused": (sources) =>
    sources.filter(({ text }) => /import (type )?\{[^}]*\} from "zod"/.test(text)).map(({ path }) => path),

  // The page bundles these too, so they must run in a browser.
  "lets functions over text import nothing but each other": (sources) =>
    sources
      .filter(({ path }) => path.startsWith("base/text/"))
      .filter((file) => /from "[^.]/.test(file.text) || importsOf(file).some((to) => !to.startsWith("base/text/")))
      .map(({ path }) => path),

  "has no import cycles": (sources) => findCycles(new Map(sources.map((file) => [file.path, importsOf(file)]))),

  "has no barrels and no default exports": (sources) =>
    sources.filter(({ text }) => /^export (\* from|default)/m.test(text)).map(({ path }) => path),
};

function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
    if (done.has(path) || trail.includes(path)) return;
    for (const to of graph.get(path) ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return cycles;
}

/** Blanked, not cut, so that line numbers stay. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, " "));
