import { sha256 } from "../../../base/sha256.js";
import { sourceDigest } from "./source-digest.js";

/** Changes when a rule, a detector, a heuristic or a prefix of the settings does: then what is stored is checked again. */
export function rulesVersion(prefixes: readonly string[]): string {
  return sha256(JSON.stringify([sourceDigest, prefixes])).slice(0, 16);
}
