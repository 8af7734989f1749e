import { sha256 } from "../../../base/sha256.js";
import { namedValues } from "../detectors/named-values.js";
import { specialDetectors } from "../detectors/special-detectors.js";
import { defaultRules } from "../rules/default-rules.js";

/** Changes when a rule, the keywords of a detector or a prefix of the settings does. */
export function rulesVersion(prefixes: readonly string[]): string {
  const keywords = [...namedValues.keys(), ...specialDetectors.flatMap(({ words }) => words)];
  return sha256(JSON.stringify([defaultRules, keywords, prefixes])).slice(0, 16);
}
