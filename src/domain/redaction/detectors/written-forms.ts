import { isPasswordLike } from "../heuristics/classify-value.js";
import { isDummy, isDummyLogin, isPlaceholder } from "../heuristics/is-placeholder.js";
import { mayNameSecret } from "../rules/secret-names.js";
import type { Detector, Scan } from "../scan/scan.js";

/** A place where secrets are written: a keyword, and what must be before and behind it. */
export interface WrittenForm {
  readonly rule: string;
  readonly words: readonly string[];
  /** One of the two has a group `value`; a group `name` must be the name of a secret. */
  readonly before?: RegExp;
  readonly after?: RegExp;
  isSecret(value: string, scan: Scan, start: number): boolean;
}

const maxBefore = 160;
const maxAfter = 1040;

export function writtenForm({ rule, words, before, after, isSecret }: WrittenForm): Detector {
  return {
    words,
    detect(scan, start, end) {
      const { text } = scan;
      scan.steps += 32;
      const left = before?.exec(text.slice(Math.max(0, start - maxBefore), start));
      if (before && !left) return;
      const right = after?.exec(text.slice(end, end + maxAfter));
      if (after && !right) return;
      const name = left?.groups?.name ?? right?.groups?.name;
      if (name !== undefined && !mayNameSecret(name)) return;
      const inLeft = left?.groups?.value;
      const value = inLeft ?? right?.groups?.value ?? "";
      scan.steps += value.length;
      const from =
        left && inLeft !== undefined
          ? start - left[0].length + left[0].lastIndexOf(inLeft)
          : end + (right?.index ?? 0) + (right?.[0].lastIndexOf(value) ?? 0);
      if (value !== "" && isSecret(value, scan, from)) scan.report(rule, from, from + value.length);
    },
  };
}

const isPassword = (value: string) => isPasswordLike(value);
const isUnfamiliar = (value: string) => !isPlaceholder(value) && !isDummy(value);
/** As the last of its line or field. */
const fieldValue = String.raw`\s{0,4}=?\s{0,4}\\{0,3}["']?(?<value>[^\s"'\x60\\]{5,255}[^\s"'\x60\\,;])`;

/** Values that stand apart from their name, and logins as files and messages have them. */
export const writtenForms: readonly Detector[] = (
  [
    {
      // `name: DB_PASSWORD` and in the next line, or the next field, `value: …`: variables of containers and pipelines.
      rule: "paired-value",
      words: ["value:", 'value":', 'value\\":', "value=", "value ="],
      before:
        /(?:name|key|Name|Key)\\{0,3}["']?\s{0,4}[:=]\s{0,4}\\{0,3}["']?(?<name>[\w.-]{3,64})\\{0,3}["']?\s{0,4},?\s{0,40}(?:\\[nrt]|\\{0,3}["'{}\s-]){0,24}$/,
      after: new RegExp(`^${fieldValue}`),
      isSecret: isPassword,
    },
    {
      // `variable "db_password" { … default = "…" }` of Terraform.
      rule: "paired-value",
      words: ["default ", "default="],
      before: /variable\s{1,4}"(?<name>[\w-]{3,64})"\s{0,4}\{[^{}]{0,120}$/,
      after: new RegExp(`^${fieldValue}`),
      isSecret: isPassword,
    },
    {
      // `ENV DB_PASSWORD …` of a Dockerfile, with a blank where others write an equals sign.
      rule: "paired-value",
      words: ["env "],
      before: /(?:^|\n|\\n)$/,
      after: new RegExp(String.raw`^\s{0,4}(?<name>[A-Z0-9_]{3,64})\s{1,4}${fieldValue}`),
      isSecret: isPassword,
    },
    {
      // `host:port:database:user:password` of `.pgpass`.
      rule: "paired-value",
      words: [":5432:", ":5433:", ":6432:", ":*:"],
      before: /(?:^|[\s"'`]|\\n)[\w.*-]{1,100}$/,
      after: new RegExp(String.raw`^(?:\*|[\w.-]{1,64}):(?:\*|[\w.@-]{1,64}):${fieldValue}`),
      isSecret: isPassword,
    },
    {
      // `"…" == password`: the value on the left of a comparison.
      rule: "paired-value",
      words: ['" == ', "' == ", '" != ', '" === ', "' === ", '" !== '],
      before: /["'](?<value>[^"'\n]{8,128})$/,
      after: /^(?<name>[\w.]{3,64})/,
      isSecret: isPassword,
    },
    {
      // `<add key="ClearTextPassword" value="…" />` of NuGet.
      rule: "nuget-config-password",
      words: ["<add key="],
      after:
        /^\\{0,16}["'](?:ClearText)?Password\\{0,16}["']\s{0,32}value=\\{0,16}["'](?!%\S.*%)(?<value>[^"\n]{8,256})(?=")/i,
      isSecret: () => true,
    },
    {
      // `machine … login … password …` of `.netrc`.
      rule: "netrc-password",
      words: ["machine "],
      after: /^\s{0,8}[\w.-]{1,200}\s{1,8}login\s{1,8}[^\s]{1,200}\s{1,8}password\s{1,8}(?<value>[^\s"'\\]{3,200})/i,
      isSecret: isUnfamiliar,
    },
    {
      // `"auth": "…"` of Docker's settings and `_auth=…` of npm's: base64 of `user:password`.
      rule: "basic-login",
      words: ['auth":', 'auth\\":', "_auth=", "basic "],
      after: /^[ \t]{0,8}\\?["']?(?<value>[A-Za-z0-9+/]{8,1024}={0,2})(?![A-Za-z0-9+/=])/,
      isSecret: (value) => isLogin(value) && !isDummyLogin(value),
    },
    {
      // `login: deploy / …`, "the credentials are deploy:…".
      rule: "spoken-secret",
      words: [
        "login",
        "logins",
        "creds",
        "credentials",
        "zugang",
        "zugangsdaten",
        "identifiants",
        "acceso",
        "account",
        "user/pass",
        "user/password",
        "username/password",
      ],
      before: /(?:^|[^\w/.-])$/,
      after:
        /^(?: (?:is|are|was|were|ist|sind|est|for [\w.-]{2,30}|\([^()\n]{1,30}\)))?[ \t]{0,2}[:=：]?[ \t]{0,3}\**[\w.@+-]{2,40} ?[/|:] ?\x60?(?<value>[^\s"'\x60\\<>/]{5,127}[^\s"'\x60\\<>/.,;:!?)*])/,
      isSecret: (value) => isPasswordLike(value, "near"),
    },
    {
      // "… is the password", "log in with … as the password".
      rule: "spoken-secret",
      words: [" is the password", " as the password", " as password", " as my password", " is my password"],
      before: /(?:^|\s)["'\x60*]{0,3}(?<value>[^\s"'\x60\\<>/]{6,128})["'\x60*]{0,3}$/,
      isSecret: (value) => isPasswordLike(value, "near"),
    },
    {
      // `admin / …`
      rule: "spoken-secret",
      words: ["admin / ", "administrator / ", "root / ", "user / ", "guest / ", "demo / ", "deploy / "],
      before: /(?:^|[^\w/-])$/,
      after: /^\x60?(?<value>[^\s"'\x60\\<>/]{5,127}[^\s"'\x60\\<>/.,;:!?)*])/,
      isSecret: (value) => isPasswordLike(value, "near"),
    },
  ] satisfies readonly WrittenForm[]
).map(writtenForm);

function isLogin(base64: string): boolean {
  const login = Buffer.from(base64, "base64").toString("latin1");
  return /^[\w.@+$-]{1,100}:[\x21-\x7e]{3,}$/.test(login);
}
