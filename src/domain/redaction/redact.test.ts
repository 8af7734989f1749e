import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../test/redaction/random.js";
import { draw, tokenCorpus } from "../../../test/redaction/token-corpus.js";
import { sha256 } from "../../base/sha256.js";
import { createRedactor, redact } from "./redact.js";

const random = seededRandom(20_251);
const githubToken = `ghp_${draw("alnum*36", random)}`;
const otherToken = `glpat-${draw("slug*20", random)}`;
const dashes = "-".repeat(5);
const planted = tokenCorpus(seededRandom(20_252), 2);

describe("redact", () => {
  it("replaces a secret by a placeholder and reports its position", () => {
    const text = `token: ${githubToken}.`;
    expect(redact(text)).toEqual({
      text: "token: [REDACTED].",
      findings: [{ rule: "github-pat", start: 7, end: 7 + githubToken.length }],
    });
  });

  it("returns the same text when there is nothing to hide", () => {
    const text = "The key to a good token is the right word.";
    const { text: same, findings } = redact(text);
    expect(same).toBe(text);
    expect(findings).toEqual([]);
  });

  it("makes secrets that touch or overlap one", () => {
    const { text, findings } = redact(`a ${githubToken}${otherToken} b`);
    expect(text).toBe("a [REDACTED] b");
    expect(findings).toHaveLength(1);
  });

  it("reports positions in UTF-16 units and keeps the characters around a secret intact", () => {
    const before = "🔑🔑 clé: ";
    const { text, findings } = redact(`${before}${githubToken}🔒`);
    expect(text).toBe(`${before}[REDACTED]🔒`);
    expect(findings[0]?.start).toBe(before.length);
  });

  it("hides a password of characters beyond ASCII without cutting one in two", () => {
    const { text } = redact("postgres://app:пароль🔐9@db/main");
    expect(text).toBe("postgres://app:[REDACTED]@db/main");
  });

  it("lets lone surrogates and control characters pass", () => {
    const text = "\ud83d \udd11 \u0000 token = \udfff";
    expect(redact(text).text).toBe(text);
  });

  it("leaves nothing of a planted secret, wherever it is planted", () => {
    const around = fc.string({ unit: fc.constantFrom("a", " ", "\n", "é", "🔑", ".", "(", "/", "key ", "the ") });
    fc.assert(
      fc.property(fc.constantFrom(...planted), around, around, ({ text, secret }, before, after) => {
        const whole = `${before}\n${text}\n${after}`;
        expect(redact(whole).text).not.toContain(secret);
      }),
      { numRuns: 400 },
    );
  });

  it("hides secrets before and after one that was read ahead", () => {
    const text = `curl ${githubToken} --data ${otherToken} -u me:${draw("alnum*9", random)}7 -H "X-Token: ${draw("alnum*16", random)}1"`;
    expect(redact(text).text).toBe('curl [REDACTED] --data [REDACTED] -u me:[REDACTED] -H "X-Token: [REDACTED]"');
  });

  it("leaves nothing of any of several secrets in one text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...planted), { minLength: 2, maxLength: 12 }), (parts) => {
        const shown = redact(parts.map(({ text }) => text).join("\n")).text;
        for (const { secret } of parts) expect(shown).not.toContain(secret);
      }),
      { numRuns: 500 },
    );
  });

  it("leaves JSON that can be read, also JSON inside JSON, and nothing of the secret in it", () => {
    fc.assert(
      fc.property(fc.constantFrom(...planted), ({ text, secret }) => {
        const once = JSON.stringify({ line: `${text}\n${text}`, next: "kept" });
        const twice = JSON.stringify({ line: once, next: "kept" });
        for (const json of [once, twice]) {
          const shown = redact(json).text;
          expect(JSON.parse(shown)).toMatchObject({ next: "kept" });
          expect(shown).not.toContain(JSON.stringify(secret).slice(1, -1));
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("changes nothing the second time", () => {
    const pieces = [
      ...planted.slice(0, 400).map(({ text }) => text),
      ...planted.slice(0, 200).map(({ secret }) => secret),
      "key=",
      'password: "',
      "token ",
      "://a:",
      "@host",
      "[REDACTED]",
      '"',
      "\n",
      " ",
      "_",
      `${dashes}BEGIN PRIVATE KEY${dashes}`,
      "curl -u a:",
      `${dashes}END PRIVATE KEY${dashes}`,
      "=",
      "ey",
      "Authorization: ",
      "\\n",
      "🔑",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }), (parts) => {
        const once = redact(parts.join("")).text;
        expect(redact(once).text).toBe(once);
      }),
      { numRuns: 1500 },
    );
  });

  it("looks again at what the replacement of a repeated token exposes", () => {
    const token = ["tgp_v1_", "cRfm3KNYK8rpt1nRNdH1_wQkH2jNlQx-h9gFKX9ZNW-"].join("");
    const once = redact(`${token.repeat(3)}${dashes}END PRIVATE KEY${dashes}${token}`).text;
    expect(once).not.toContain("tgp_v1_");
  });

  it("reports findings that fit the text: replacing them gives the same text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...planted), { minLength: 1, maxLength: 6 }), (parts) => {
        const whole = parts.map(({ text }) => text).join("\n");
        const { text, findings } = redact(whole);
        let rebuilt = "";
        let at = 0;
        for (const { start, end } of findings) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          rebuilt += `${whole.slice(at, start)}[REDACTED]`;
          at = end;
        }
        expect(rebuilt + whole.slice(at)).toBe(text);
      }),
    );
  });
});

describe("createRedactor", () => {
  const text = `token = "${githubToken}"`;
  const redacted = 'token = "[REDACTED]"';

  it("finds tokens of a user's own rules", () => {
    const own = createRedactor({
      extraRules: [
        { id: "house-token", prefix: "house_", body: "lowerhex*12" },
        { id: "house-pin", words: ["housepin"], value: "digit*6" },
      ],
    });
    expect(own.redact("house_0123456789ab").findings[0]?.rule).toBe("house-token");
    expect(own.redact("housepin: 481516").text).toBe("housepin: [REDACTED]");
    expect(redact("house_0123456789ab").findings).toEqual([]);
  });

  it("uses a custom table instead of the default one", () => {
    expect(createRedactor({ rules: [] }).redact(githubToken).findings).toEqual([]);
  });

  it.each([
    ["a rule", { rules: ["github-pat", "generic-api-key"] }],
    ["a value", { values: [githubToken] }],
    ["a value by its hash", { hashes: [sha256(githubToken)] }],
    ["a stop word", { stopWords: [githubToken.slice(6, 14).toUpperCase()] }],
    ["an expression", { patterns: [/^ghp_/g] }],
  ])("lets stay what %s allows", (_, allow) => {
    const lenient = createRedactor({ allow });
    expect(lenient.redact(text).text).toBe(text);
    expect(lenient.redact(text).text).toBe(text);
    expect(lenient.redact(`x ${otherToken}`).text).toBe("x [REDACTED]");
  });

  it("allows a merged finding by the hash of its whole text", () => {
    const whole = `a.${githubToken}`;
    const found = redact(`secret="${whole}"`).findings;
    expect(found).toHaveLength(1);
    const lenient = createRedactor({ allow: { hashes: [sha256(whole)] } });
    expect(lenient.redact(`secret="${whole}"`).findings).toEqual([]);
  });

  it("leaves files alone whose path is allowed, and no others", () => {
    const lenient = createRedactor({ allow: { paths: ["fixtures", /\.snap$/] } });
    expect(lenient.redact(text, { path: "test/fixtures/a.json" }).text).toBe(text);
    expect(lenient.redact(text, { path: "test/a.snap" }).text).toBe(text);
    expect(lenient.redact(text, { path: "test/fixtures2/a.json" }).text).toBe(redacted);
    expect(lenient.redact(text).text).toBe(redacted);
  });
});
