import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../test/redaction/random.js";
import { draw, tokenCorpus } from "../../../test/redaction/token-corpus.js";
import { redactRecord, redactValue } from "./redact-value.js";

const random = seededRandom(31);
const token = `ghp_${draw("alnum*36", random)}`;
const planted = tokenCorpus(seededRandom(32), 1);

describe("redactValue", () => {
  it("hides secrets in strings, however deep, and in names", () => {
    expect(redactValue({ a: [{ b: `use ${token}` }], [token]: 1 })).toEqual({
      a: [{ b: "use [REDACTED]" }],
      "[REDACTED]": 1,
    });
  });

  it("hides the string of a field whose name says it is secret", () => {
    expect(
      redactValue({
        password: "correct horse",
        dbPassword: "tr1cky",
        client_secret: "fourwords",
        "X-Api-Key": "k1k2k3k4",
      }),
    ).toEqual({
      password: "[REDACTED]",
      dbPassword: "[REDACTED]",
      client_secret: "[REDACTED]",
      "X-Api-Key": "[REDACTED]",
    });
  });

  it("scans a value together with its name, because only the name shows what some tokens are", () => {
    const value = draw("hex*37", random);
    expect(redactValue({ cloudflareKey: value, note: value })).toEqual({ cloudflareKey: "[REDACTED]", note: value });
  });

  it("leaves placeholders, numbers, flags and descriptions", () => {
    const value = {
      password: "",
      token: 5,
      secret: true,
      passwd: "{{ DB }}",
      apiKey: null,
      authorization: "see the guide below",
      accessToken: "string",
    };
    expect(redactValue(value)).toBe(value);
  });

  it("keeps both values when two names become one", () => {
    const other = `ghp_${draw("alnum*36", random)}`;
    expect(redactValue({ [token]: 1, [other]: 2 })).toEqual({ "[REDACTED]": 1, "[REDACTED] 2": 2 });
  });

  it("returns the same object when nothing changes, and reuses the parts that do not", () => {
    const same = { list: [1, "two"], when: new Date(0) };
    expect(redactValue(same)).toBe(same);
    expect(redactValue({ same, token }).same).toBe(same);
  });

  it("keeps a field called __proto__ a field", () => {
    const value: unknown = JSON.parse(`{"__proto__":{"a":"${token}"}}`);
    const redacted = redactValue(value);
    expect(JSON.stringify(redacted)).toBe('{"__proto__":{"a":"[REDACTED]"}}');
  });

  it("survives nesting without end and shows nothing of its depths", () => {
    let deep: unknown = token;
    for (let i = 0; i < 50_000; i++) deep = [deep];
    expect(() => redactValue(deep)).not.toThrow();
    let shown: unknown = redactValue(deep);
    while (Array.isArray(shown)) shown = shown[0];
    expect(shown).toBe("[REDACTED]");
  });

  it("leaves nothing of a planted secret and changes nothing the second time", () => {
    fc.assert(
      fc.property(fc.constantFrom(...planted), fc.string(), ({ text, secret }, name) => {
        const once = redactValue({ [name]: [text] });
        expect(JSON.stringify(once)).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(redactValue(once)).toBe(once);
      }),
    );
  });
});

describe("redactRecord", () => {
  it("keeps identifiers that are only random, and hides those with the pattern of a token", () => {
    const keys = ["k8s-v1.29.3-EKS-upgrade", "PROJ-1A2B3C-Payments", "9f86d081884c7d659a2feaa0c55ad015"];
    for (const key of keys) {
      expect(redactRecord([{ key, session_id: key }])).toEqual([{ key, session_id: key }]);
    }
    expect(redactRecord({ key: token, api_key: "k1k2k3k4l5m6" })).toEqual({ key: "[REDACTED]", api_key: "[REDACTED]" });
  });
});
