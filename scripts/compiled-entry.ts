import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/**
 * Replaces the bundle: starts it with V8's code cache from the build, if this Node version accepts it. The cache is valid
 * for V8's default flags, so others are set afterwards.
 */
const starterWith = (flags: string) => `"use strict";
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");
const file = __filename.slice(0, -3) + ".bundle.js";
const source = readFileSync(file, "latin1");
let cachedData;
try {
  cachedData = readFileSync(__filename.slice(0, -3) + ".compiled");
} catch {}
const script = new Script(source, { filename: file, cachedData });${flags && `\nrequire("node:v8").setFlagsFromString("${flags}");`}
script.runInThisContext().call(exports, exports, require, module, file, __dirname);
`;

/** Runs the bundle once, so that the functions of its startup and of the warm-up are compiled, and stores the code cache. */
const compiler = `const { readFileSync, writeFileSync } = require("node:fs");
const { Script } = require("node:vm");
const { createRequire } = require("node:module");
const [entry, starter, exported, calls] = process.argv.slice(1);
const file = entry.slice(0, -3) + ".bundle.js";
const script = new Script(readFileSync(file, "latin1"), { filename: file });
const module_ = { exports: {} };
const folder = require("node:path").dirname(file);
script.runInThisContext().call(module_.exports, module_.exports, createRequire(file), module_, file, folder);
require.cache[entry] = { id: entry, filename: entry, loaded: true, children: [], exports: module_.exports };
(async () => {
  for (const args of JSON.parse(calls)) await require(starter)[exported](...args);
  writeFileSync(entry.slice(0, -3) + ".compiled", script.createCachedData());
  process.exit(0);
})();
`;

/** Calls of one export, whose functions are then compiled too. */
export interface WarmUp {
  /** The entry that exports it and loads the compiled one. Default: the compiled one itself. */
  readonly starter?: string;
  readonly exported: string;
  /** The arguments of each call. */
  readonly calls: readonly (readonly unknown[])[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Standard input. */
  readonly input?: string;
}

const noWarmUp: WarmUp = { exported: "", calls: [], env: process.env };

/**
 * Compiling a bundle of a megabyte takes most of a process's startup time. V8's code cache is valid for
 * the Node version that built it only; other versions compile the bundle as usual.
 */
export function compileEntry(
  file: string,
  { flags = "", warmUp = noWarmUp }: { flags?: string; warmUp?: WarmUp | undefined },
): void {
  writeFileSync(`${file.slice(0, -3)}.bundle.js`, inAscii(wrap(readFileSync(file, "utf8"))));
  writeFileSync(file, starterWith(flags));
  const { starter = file, exported, calls, ...options } = warmUp;
  const args = ["-e", compiler, file, starter, exported, JSON.stringify(calls)];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${file} cannot be compiled ahead: ${stderr}`);
}

/** Wrapped by the build, because joining the parts at startup would copy the whole source. */
const wrap = (source: string) => `(function (exports, require, module, __filename, __dirname) { ${source}\n})`;

/**
 * The bundler leaves other characters in regular expressions and templates. One of them is enough for V8 to store the whole
 * source with two bytes per character, and to decode it at every startup.
 */
function inAscii(source: string): string {
  return source.replace(/(\\?)([^\0-\x7f])/g, (_, backslash: string, unit: string) => {
    if (backslash) throw new Error(`\\${unit} cannot be written in ASCII: remove the backslash.`);
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
