import { basename, dirname, join } from "node:path/posix";
import { allHosts } from "../src/hosts/all-hosts.js";
import { importsOf } from "../test/support/laws.js";
import { readSources, root } from "../test/support/sources.js";
import { folderPurposes } from "./folder-purposes.js";

interface Folder {
  readonly path: string;
  readonly files: number;
  readonly lines: number;
  /** Other folders that its files import. */
  readonly imports: ReadonlySet<string>;
}

/** They come and go without changing anything else. */
const agentFiles = new Set(["src/hosts/all-hosts.ts", ...allHosts.map(({ id }) => `src/hosts/${id}.ts`)]);

/** `docs/map.md`: the folders of `src` and `web`, their sizes, and which imports which. */
export function mapFiles(): Map<string, string> {
  const files = ["src", "web"].flatMap(readFiles).filter(({ path }) => !agentFiles.has(path));
  const folders = groupFiles(files, folderOf);
  const layers = groupFiles(files, (path) => layerOf(folderOf(path)));
  checkPurposes(files, folders);
  const text = [
    "<!-- Written by `npm run generate` from the imports and scripts/folder-purposes.ts. -->",
    "# Source map",
    "`npm run map` prints this page. Sizes are without tests and without the files of single agents, lines rounded to hundreds. [ARCHITECTURE.md](../ARCHITECTURE.md) says what each layer is for.",
    "## Layers",
    "An arrow is an import. Arrows implied by others are omitted.",
    drawDiagram(removeImpliedImports(layers)),
    "## Folders of the domain",
    drawDiagram(folders.filter(({ path }) => path.startsWith("src/domain/"))),
    ...layers.flatMap(({ path }) => [`## ${path}`, table(folders.filter((folder) => layerOf(folder.path) === path))]),
  ];
  return new Map([["docs/map.md", `${text.join("\n\n")}\n`]]);
}

const readFiles = (folder: string): Folder[] =>
  readSources(join(root, folder), /\.(tsx?|css)$/).map(({ path, text }) => {
    const source = { path: `${folder}/${path}`, text };
    return {
      path: source.path,
      files: 1,
      lines: text.split("\n").length - 1,
      imports: new Set(importsOf(source).filter((target) => /^(src|web)\//.test(target))),
    };
  });

/** The deepest listed folder of a file; `src/main.ts` is an entry. */
function folderOf(file: string): string {
  const folder = dirname(file);
  return folder === "src" ? "src/entry" : folder in folderPurposes ? folder : folderOf(folder);
}

const layerOf = (folder: string): string =>
  folder
    .split("/")
    .slice(0, folder.startsWith("web") ? 1 : 2)
    .join("/");

/** Groups files by `groupOf` of their path and adds up their sizes, in the order of the purposes. */
function groupFiles(files: readonly Folder[], groupOf: (path: string) => string): Folder[] {
  const order = Object.keys(folderPurposes);
  const paths = [...new Set(files.map(({ path }) => groupOf(path)))].sort(
    (a, b) => order.indexOf(a) - order.indexOf(b),
  );
  return paths.map((path) => {
    const members = files.filter((file) => groupOf(file.path) === path);
    return {
      path,
      files: members.length,
      lines: members.reduce((sum, { lines }) => sum + lines, 0),
      imports: new Set(members.flatMap(({ imports }) => [...imports].map(groupOf)).filter((target) => target !== path)),
    };
  });
}

/** Checks that a layer with listed folders lists all of its folders, and none that does not exist. */
function checkPurposes(files: readonly Folder[], folders: readonly Folder[]): void {
  const listedPaths = Object.keys(folderPurposes);
  const present = [...new Set(files.map(({ path }) => path.split("/").slice(0, 3).join("/")))].filter(
    (path) =>
      !/\.\w+$/.test(path) && listedPaths.some((sibling) => dirname(sibling) === dirname(path) && sibling !== path),
  );
  const mismatched = [
    ...present.filter((path) => path.startsWith("src/") && !(path in folderPurposes)),
    ...listedPaths.filter((path) => !folders.some((folder) => folder.path === path)),
  ];
  if (mismatched.length > 0)
    throw new Error(`scripts/folder-purposes.ts and the folders differ: ${mismatched.join(", ")}`);
}

/** Removes imports that a longer path of imports implies (transitive reduction). */
function removeImpliedImports(folders: readonly Folder[]): Folder[] {
  const importsOfPath = new Map(folders.map(({ path, imports }) => [path, imports]));
  const reaches = (from: string, target: string, seen: readonly string[] = []): boolean =>
    [...(importsOfPath.get(from) ?? [])].some(
      (next) => next === target || (!seen.includes(next) && reaches(next, target, [...seen, from])),
    );
  return folders.map((folder) => ({
    ...folder,
    imports: new Set(
      [...folder.imports].filter(
        (target) => ![...folder.imports].some((via) => via !== target && reaches(via, target)),
      ),
    ),
  }));
}

function drawDiagram(folders: readonly Folder[]): string {
  const idOf = (path: string) => path.replaceAll(/\W/g, "_");
  const listedPaths = new Set(folders.map(({ path }) => path));
  const nodes = folders.map(({ path, lines }) => `  ${idOf(path)}["${path}<br/>${roundLines(lines)} lines"]`);
  const arrows = folders.flatMap(({ path, imports }) => {
    const targets = [...imports].filter((target) => listedPaths.has(target)).sort();
    return targets.length > 0 ? [`  ${idOf(path)} --> ${targets.map(idOf).join(" & ")}`] : [];
  });
  return ["```mermaid", "flowchart TD", ...nodes, ...arrows, "```"].join("\n");
}

function table(folders: readonly Folder[]): string {
  const rows = folders.map(({ path, files, lines, imports }) =>
    [`\`${path}\``, folderPurposes[path], files, roundLines(lines), importList(imports)].join(" | "),
  );
  return [
    "| folder | purpose | files | lines | imports |",
    "|---|---|--:|--:|---|",
    ...rows.map((row) => `| ${row} |`),
  ].join("\n");
}

/** `base, domain/{memory, search}, engine`; a long list of one layer is `engine/*`. */
function importList(imports: ReadonlySet<string>): string {
  const names = [...imports].map((path) => path.replace(/^src\//, "")).sort();
  const layers = [...new Set(names.map((name) => dirname(name)))].filter((layer) => layer !== ".");
  const grouped = layers.map((layer) => {
    const inLayer = names.filter((name) => dirname(name) === layer).map((name) => basename(name));
    return inLayer.length > 8
      ? `${layer}/*`
      : inLayer.length > 1
        ? `${layer}/{${inLayer.join(", ")}}`
        : `${layer}/${inLayer}`;
  });
  return [...names.filter((name) => dirname(name) === "."), ...grouped]
    .sort()
    .map((name) => `\`${name}\``)
    .join(", ");
}

/** Rounded to hundreds, so that few commits change the page. */
const roundLines = (lines: number): string => (Math.max(1, Math.round(lines / 100)) * 100).toLocaleString("en-US");
