import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Loads the parts of an entry with V8's code cache from the build, if this Node version accepts it. All parts are compiled
 * before the first one runs: the cache is valid for V8's default flags, so others are set in between. A part that two
 * entries of one process share runs once. The caches are per entry, because each entry needs other functions of a part.
 */
const loader = `"use strict";
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");
const modules = new Map();
module.exports = (entry, parts, flags, onCompiled) => {
  const compiled = new Map();
  const compile = (name) => {
    const filename = __dirname + "/" + name + ".bundle.js";
    let cachedData;
    try {
      cachedData = readFileSync(__dirname + "/" + entry + "." + name + ".compiled");
    } catch {}
    const script = new Script(readFileSync(filename, "latin1"), { filename, cachedData });
    onCompiled?.(name, script);
    return script.runInThisContext();
  };
  const run = (name) => {
    const module = { exports: {} };
    modules.set(name, module);
    const start = compiled.get(name) ?? compile(name);
    compiled.delete(name);
    start(module.exports, load, module, __dirname + "/" + name + ".bundle.js", __dirname);
    return module.exports;
  };
  const load = (id) => {
    const name = id.startsWith("./shared-") ? id.slice(2, -3) : undefined;
    return name === undefined ? require(id) : (modules.get(name)?.exports ?? run(name));
  };
  for (const name of parts) if (!modules.has(name)) compiled.set(name, compile(name));
  if (flags) require("node:v8").setFlagsFromString(flags);
  return run(entry);
};
`;

/** Runs the entry once, so that the functions of its startup and of the warm-up are compiled, and stores the code caches. */
const compiler = `const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const [folder, entry, parts, starter, exported, calls] = process.argv.slice(1);
const scripts = new Map();
const exports_ = require(join(folder, "load.js"))(entry, JSON.parse(parts), "", (name, script) => scripts.set(name, script));
const file = join(folder, entry + ".js");
require.cache[file] = { id: file, filename: file, loaded: true, children: [], exports: exports_ };
(async () => {
  for (const args of JSON.parse(calls)) await require(starter)[exported](...args);
  for (const [name, script] of scripts) writeFileSync(join(folder, entry + "." + name + ".compiled"), script.createCachedData());
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

export interface Parts {
  /** Names of the bundles of an entry, each after those that it needs; the entry itself is the last. */
  readonly parts: readonly string[];
  readonly flags: string;
}

export const writeLoader = (folder: string): void => writeFileSync(join(folder, "load.js"), loader);

/** Writes the file that other entries require. */
export function writeStarter(folder: string, name: string, { parts, flags }: Parts): void {
  const call = [name, parts, flags].map((value) => JSON.stringify(value)).join(",");
  writeFileSync(join(folder, `${name}.js`), `module.exports=require("./load.js")(${call});\n`);
}

/** Wrapped by the build, because joining the parts at startup would copy the whole source. */
export const writeBundle = (file: string, source: string): void =>
  writeFileSync(file, inAscii(`(function (exports, require, module, __filename, __dirname) { ${source}\n})`));

/**
 * Compiling a megabyte of source takes most of a process's startup time. V8's code cache is valid for
 * the Node version that built it only; other versions compile the source as usual.
 */
export function compileEntry(folder: string, name: string, parts: readonly string[], warmUp: WarmUp = noWarmUp): void {
  const { starter = join(folder, `${name}.js`), exported, calls, ...options } = warmUp;
  const args = ["-e", compiler, folder, name, JSON.stringify(parts), starter, exported, JSON.stringify(calls)];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", ...options });
  if (status !== 0) throw new Error(`${name} cannot be compiled ahead: ${stderr}`);
}

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
