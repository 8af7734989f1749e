import type { Settings } from "../../base/settings.js";
import { type Allowlist, joinAllowlists } from "./allowlist/allowlist.js";
import { readGitleaksAllowlist } from "./allowlist/read-gitleaks-allowlist.js";
import { createRedactor, type Redactor } from "./redact.js";
import type { Rule } from "./rules/secret-rules.js";

type Choice = Pick<Settings, "redaction.allow" | "redaction.prefixes">;

/** The redactor that the settings describe; compiled by the first text, because listing tools or printing help has none. */
export function redactorFromSettings(settings: Choice, gitleaksToml = ""): Redactor {
  let redactor: Redactor | undefined;
  return {
    redact(text, origin) {
      redactor ??= createRedactor({
        allow: joinAllowlists(readAllow(settings["redaction.allow"]), readGitleaksAllowlist(gitleaksToml).allow),
        extraRules: settings["redaction.prefixes"].map(readPrefix),
      });
      return redactor.redact(text, origin);
    },
  };
}

/** `rule:<id>`, `sha256:<hex>`, or the value itself. */
function readAllow(entries: readonly string[]): Allowlist {
  const after = (prefix: string) =>
    entries.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(prefix.length));
  return {
    rules: after("rule:"),
    hashes: after("sha256:"),
    values: entries.filter((entry) => !/^(rule|sha256):/.test(entry)),
  };
}

/** `name:prefix`: the prefix, then sixteen or more letters, digits, `_` or `-`. */
function readPrefix(entry: string): Rule {
  const [name = "", prefix = name] = entry.split(/:(.*)/s);
  return { id: `own-${name}`, prefix, body: "slug*16.." };
}
