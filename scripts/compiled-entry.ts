import { spawnSync } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";

const wrapped = '"(function (exports, require, module, __filename, __dirname) { " + source + "\\n})"';

/**
 * Replaces the bundle: starts it with V8's code cache from the build, if this Node version accepts it. The cache is valid
 * for V8's default flags, so others are set afterwards.
 */
const starterWith = (flags: string) => `"use strict";
const { readFileSync } = require("node:fs");
const { Script } = require("node:vm");
const file = __filename.slice(0, -3) + ".bundle.js";
const source = readFileSync(file, "utf8");
let cachedData;
try {
  cachedData = readFileSync(__filename.slice(0, -3) + ".compiled");
} catch {}
const script = new Script(${wrapped}, { filename: file, cachedData });${flags && `\nrequire("node:v8").setFlagsFromString("${flags}");`}
script.runInThisContext().call(exports, exports, require, module, file, __dirname);
`;

/** Runs the bundle once, so that the functions of its startup and of the warm-up are compiled, and stores the code cache. */
const compiler = `const { readFileSync, writeFileSync } = require("node:fs");
const { Script } = require("node:vm");
const { createRequire } = require("node:module");
const [entry, exported, calls] = process.argv.slice(1);
const file = entry.slice(0, -3) + ".bundle.js";
const source = readFileSync(file, "utf8");
const script = new Script(${wrapped}, { filename: file });
const module_ = { exports: {} };
const folder = require("node:path").dirname(file);
script.runInThisContext().call(module_.exports, module_.exports, createRequire(file), module_, file, folder);
(async () => {
  for (const argument of JSON.parse(calls)) await module_.exports[exported](argument);
  writeFileSync(entry.slice(0, -3) + ".compiled", script.createCachedData());
  process.exit(0);
})();
`;

/** Calls of one export, whose functions are then compiled too. */
export interface WarmUp {
  readonly exported: string;
  readonly calls: readonly object[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Compiling a bundle of a megabyte takes most of a process's startup time. V8's code cache is valid for
 * the Node version that built it only; other versions compile the bundle as usual.
 */
export function compileEntry(
  file: string,
  { flags = "", warmUp = { exported: "", calls: [], env: process.env } }: { flags?: string; warmUp?: WarmUp },
): void {
  renameSync(file, `${file.slice(0, -3)}.bundle.js`);
  writeFileSync(file, starterWith(flags));
  const args = ["-e", compiler, file, warmUp.exported, JSON.stringify(warmUp.calls)];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env: warmUp.env });
  if (status !== 0) throw new Error(`${file} cannot be compiled ahead: ${stderr}`);
}
