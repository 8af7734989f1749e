import { createSecretFinder } from "../scan/find-secrets.js";
import type { Rule } from "./rule.js";

/** Why a user's rule is invalid, as a message for that user; undefined if it is valid. */
export function ruleProblem(rule: Rule): string | undefined {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(rule.id))
    return "A rule id must consist of lower-case letters, digits and dashes.";
  const words = rule.kind === "assigned" ? rule.words : [rule.prefix].flat();
  if (words.length === 0 || words.some((word) => word.length < 2))
    return `Rule ${rule.id} needs keywords of at least two characters.`;
  if (words.some((word) => !/^[\x20-\x7e]+$/.test(word))) return `The keywords of rule ${rule.id} must be ASCII.`;
  try {
    createSecretFinder([rule]);
    return undefined;
  } catch (error) {
    return error instanceof RangeError ? `Rule ${rule.id}: ${error.message}` : `Rule ${rule.id} cannot be read.`;
  }
}
