import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "./random.js";

export interface Benign {
  readonly name: string;
  readonly text: string;
}

const hex = "0123456789abcdef";
const base64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const words =
  "the key access token of a service is kept in store and each author may read the secret garden on the keyboard".split(
    " ",
  );
const names = [
  "key",
  "cacheKey",
  "id",
  "sha",
  "etag",
  "value",
  "name",
  "primaryKey",
  "tokenType",
  "keyCode",
  "author",
  "path",
  "author_name",
  "api_version",
];

const uuid = (random: Random) => [8, 4, 4, 4, 12].map((length) => random.text(length, hex)).join("-");
const lines = (count: number, line: () => string) => Array.from({ length: count }, line).join("\n");

/** Things that look like secrets to a careless reader, made in code. */
export function benignLookAlikes(random: Random): Benign[] {
  return [
    {
      name: "UUIDs",
      text: lines(2000, () => `${random.pick(["id", "requestId", "trace", "session"])}: "${uuid(random)}"`),
    },
    { name: "hashes", text: lines(2000, () => `${random.text(64, hex)}  dist/${random.pick(words)}.js`) },
    {
      name: "git SHAs",
      text: lines(
        2000,
        () => `${random.pick(["commit", "Merge:", "pick", "index"])} ${random.text(40, hex)} ${random.pick(words)}`,
      ),
    },
    {
      name: "lock files",
      text: lines(
        1000,
        () =>
          `      "integrity": "sha512-${random.text(86, base64)}==",\n      "resolved": "https://registry.test/@a/${random.pick(words)}/-/x-${random.below(9)}.${random.below(99)}.0.tgz"`,
      ),
    },
    {
      name: "base64 images",
      text: lines(40, () => `<img src="data:image/png;base64,iVBORw0KGgo${random.text(4000, base64)}">`),
    },
    { name: "minified code", text: lines(300, () => minified(random)) },
    { name: "prose", text: lines(2000, () => `${Array.from({ length: 14 }, () => random.pick(words)).join(" ")}.`) },
    {
      name: "source maps",
      text: lines(
        100,
        () =>
          `{"version":3,"mappings":"${lines(200, () => random.text(4 + random.below(3), base64)).replaceAll("\n", ",")}"}`,
      ),
    },
    {
      name: "settings",
      text: lines(
        2000,
        () =>
          `${random.pick(names)}: ${random.pick(["true", "12", '"ctrl+shift+k"', "{{ value }}", '"user-name"', "process.env.API_KEY", '"v1.2.3"'])}`,
      ),
    },
  ];
}

function minified(random: Random): string {
  const name = () => random.text(1 + random.below(2), "abcdefghijklmnopqrstuvwxyz");
  return Array.from(
    { length: 60 },
    () => `${name()}.key=${name()}.token||${name()}(${random.below(999)},${name()}.auth)`,
  ).join(",");
}

/** Packages whose sources count as ordinary: they are development dependencies, present wherever tests run. */
const packages = [
  "@types/node",
  "@modelcontextprotocol/server",
  "@modelcontextprotocol/client",
  "@vitest/runner",
  "esbuild",
  "fast-check",
  "hono",
  "knip",
  "postcss",
  "typescript/lib",
  "undici-types",
  "vite",
  "vitest",
  "zod",
];
/** Tests of validators and scanners hold what these look for. */
const isTest = /\.test\.[cm]?[jt]s$/;
const isSource = /\.(?:[cm]?[jt]sx?|json|md|css|html|ya?ml)$/;

/** Sources of this repository and of packages beside it. */
export function ordinarySource(root: string): Benign[] {
  const folders = [join(root, "src"), join(root, "bench"), ...packages.map((name) => join(root, "node_modules", name))];
  return folders.filter(existsSync).flatMap((folder) => sourcesIn(folder));
}

function sourcesIn(folder: string): Benign[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : sourcesIn(path);
    return isSource.test(entry.name) && !isTest.test(entry.name)
      ? [{ name: path, text: readFileSync(path, "utf8") }]
      : [];
  });
}
