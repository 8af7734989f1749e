import { tracedFiles } from "../stack-frames.js";
import type { MatchedPattern } from "./failure-pattern.js";

const missing =
  /^(?:E\s+)?\w*Error: (?:[^\n]{0,120}partially initialized module '(?<name>[\w.]{1,80})'|module '(?<name2>[\w.]{1,80})' has no attribute|No module named [^\n]{0,120}; '(?<name3>[\w.]{1,80})' is not a package)[^\n]*/m;
const installed = /(?:site|dist)-packages[\\/]|[\\/]lib(?:64)?[\\/]python\d/;

/** A file of the reader that has the name of a package, which Python then imports instead of the package. */
export function shadowedModule(text: string): MatchedPattern | undefined {
  const match = missing.exec(text);
  const { name, name2, name3 } = match?.groups ?? {};
  const module = (name ?? name2 ?? name3)?.split(".")[0];
  if (!match || module === undefined) return undefined;
  const files = tracedFiles(text);
  const file = files.find((one) => one.split(/[\\/]/).at(-1) === `${module}.py` && !installed.test(one));
  // Imported by another file of the reader, it is meant: then the modules import each other.
  if (file === undefined || file !== files[0]) return undefined;
  return {
    id: "python/shadowed-module",
    cause: `${file} has the name of the package ${module}, so Python imports this file instead`,
    others: ["Two modules import each other"],
    checks: [`Rename ${file} and delete the __pycache__ folder next to it`],
    confidence: 0.9,
    evidence: [match[0].trim().slice(0, 240)],
  };
}
