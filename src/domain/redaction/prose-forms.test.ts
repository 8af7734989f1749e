import { describe, expect, it } from "vitest";
import { proseForms, proseValues } from "../../../test/redaction/prose-forms.js";
import { type Random, seededRandom } from "../../../test/redaction/random.js";
import { redact } from "./redact.js";

const draws = 20;
const alnum = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/** How many of so many drawn values stay hidden in a form. */
function hiddenCount(form: (value: string) => string, make: (random: Random) => string, count: number): number {
  const random = seededRandom(12);
  const values = Array.from({ length: count }, () => make(random));
  return values.filter((value) => !redact(form(value)).text.includes(value)).length;
}

describe("passwords as people tell them", () => {
  it("covers 38 forms and four kinds of value", () => {
    expect(Object.keys(proseForms)).toHaveLength(38);
    expect(Object.keys(proseValues)).toHaveLength(4);
  });

  it.each(Object.entries(proseForms))("hides at least 18 of 20 values of every kind behind %s", (_, form) => {
    for (const make of Object.values(proseValues)) expect(hiddenCount(form, make, draws)).toBeGreaterThanOrEqual(18);
  });

  it("hides at least 97 of 100 values of all forms and kinds together", () => {
    const counts = Object.values(proseForms).flatMap((form) =>
      Object.values(proseValues).map((make) => hiddenCount(form, make, draws)),
    );
    expect(counts.reduce((sum, count) => sum + count, 0) / (counts.length * draws)).toBeGreaterThanOrEqual(0.97);
  });

  it.each(Object.entries(proseForms))("leaves a reference behind %s", (_, form) => {
    for (const reference of ["$" + "{DB_PASSWORD}", "{{ db_password }}", "<password>"])
      expect(redact(form(reference)).text).toBe(form(reference));
  });

  it.each([
    ["Keystore pass is maple-Heron-3321", "Keystore pass is [REDACTED]"],
    ["partner login: user / Word!7702", "partner login: user / [REDACTED]"],
    ["Credentials are bob / maple-Heron-3321.", "Credentials are bob / [REDACTED]."],
    ["user/pass = bob / Word!7702", "user/pass = bob / [REDACTED]"],
    ["db password (prod): Word!7702", "db password (prod): [REDACTED]"],
    ["the password's Word!7702", "the password's [REDACTED]"],
    ["use Word!7702 as the password", "use [REDACTED] as the password"],
    ["the password has been set to `Word!7702`.", "the password has been set to `[REDACTED]`."],
    ["sudo password - Word!7702", "sudo password - [REDACTED]"],
    ['chpasswd <<< "bob:Word!7702"', 'chpasswd <<< "bob:[REDACTED]"'],
    ["echo 'Word!7702' | sudo -S id", "echo '[REDACTED]' | sudo -S id"],
    ["htpasswd -b users bob Word!7702", "htpasswd -b users bob [REDACTED]"],
    ["Passwort für den Router: Word!7702", "Passwort für den Router: [REDACTED]"],
    ["la clave del wifi es Word!7702", "la clave del wifi es [REDACTED]"],
    ["the password should be Word!7702", "the password should be [REDACTED]"],
    ["credentials (staging): qa@corp.test / Word!7702", "credentials (staging): qa@corp.test / [REDACTED]"],
    ["sqlplus scott/Word!7702@orcl", "sqlplus scott/[REDACTED]@orcl"],
    ["la contraseña es Word!7702", "la contraseña es [REDACTED]"],
    ["密码为Word!7702。", "密码为[REDACTED]。"],
    ["Mot de passe\u00a0: Word!7702", "Mot de passe\u00a0: [REDACTED]"],
  ])("hides the password and nothing else in %s", (text, shown) => {
    expect(redact(text).text).toBe(shown);
  });

  it.each(["Kennwort", "Senha", "Hasło", "Пароль", "パスワード"])("hides the column %s of a table", (heading) => {
    const text = `| Host | User | ${heading} |\n|---|---|---|\n| nas01 | root | 2JVFwvkGakdr |`;
    expect(redact(text).text).not.toContain("2JVFwvkGakdr");
  });

  it("hides every row below a heading, in JSON too, and no other column", () => {
    const table =
      "| user | password | note |\n|---|---|---|\n| ann1234 | Word!7702 | old |\n| bob | `maple-Heron-3321` | new |\n";
    const shown = table.replace("Word!7702", "[REDACTED]").replace("maple-Heron-3321", "[REDACTED]");
    expect(redact(table).text).toBe(shown);
    expect(redact(JSON.stringify({ table })).text).toBe(JSON.stringify({ table: shown }));
  });
});

describe("values that a machine drew", () => {
  it.each([
    ["letters and digits", alnum],
    ["letters, digits and signs", `${alnum}!#$%&*+-.:=?@^_~`],
  ])("hides at least 95 of 100 passwords of ten %s", (_, alphabet) => {
    const hidden = hiddenCount(
      (value) => `password: ${value}\n`,
      (random) => random.text(10, alphabet),
      1000,
    );
    expect(hidden).toBeGreaterThanOrEqual(950);
  });

  it.each(["xxx", "example", "changeme", "todo", "dummy", "sample", "your-", "fake-"])(
    "hides a long one although it contains %s",
    (word) => {
      const make = (random: Random) => random.text(14, alnum) + word + random.text(14, alnum);
      expect(hiddenCount((value) => `password: ${value}\n`, make, 100)).toBeGreaterThanOrEqual(95);
    },
  );
});

describe("prose that holds no password", () => {
  it.each([
    "the password is required",
    "password: string",
    "login / logout",
    "pass is optional",
    "token was expired",
    "admin / user",
    "login: user / pass",
    "Login / Registration2",
    "Password Manager 2024",
    "password v2.0.1",
    "pass 2 of 3",
    "pass `taskId2` to the next step",
    "docker run -p 127.0.0.1:5432:5432 db",
    "mkdir -p src/foo-1234",
    "tsc -p tsconfig.build.json",
    "The password was changed on 2024-05-06",
    "The password is SHA-256 hashed",
    "password policy ISO-27001",
    "new Rfc2898: password RFC2898DeriveBytes",
    "password to authenticateUser2",
    "the pin is GPIO17",
    "pass was red-green-1",
    "password was reset in v1.2.3-beta4",
    "account: 123456789012/role-name",
    "Only allow anonymous auth for configured [endpoints](https://docs.internal/4633)",
    "user,password,email\nstring,string,string\n",
    "| name | password |\n|---|---|\n| type | string |\n| rule | at least 8 characters |\n",
    "clave: valor",
    "mot de passe : obligatoire",
    "密码：必填",
    "my-key: xxxxxxxx-xxxx-xxxx",
  ])("leaves %s", (text) => {
    expect(redact(text).text).toBe(text);
  });
});
