import { describe, expect, it } from "vitest";
import { redact } from "./redact.js";

const value = ["k3Jq9", "Zt7!Lm2", "Wx5Rv8"].join("");
const line = `DB_PASSWORD=${value}`;
const zeroWidthSpace = "\u200b";
const fullWidth = (text: string) => [...text].map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join("");

describe("findEncoded", () => {
  it.each([
    ["base64", Buffer.from(`{"password":"${value}"}`).toString("base64")],
    ["base64 for addresses", Buffer.from(`{"password":"${value}","n":"?>?>"}`).toString("base64url")],
    ["hexadecimal", Buffer.from(line).toString("hex")],
    ["percent signs", `https://host.test/?q=${encodeURIComponent(`password="${value}"`)}`],
    [
      "JSON escapes",
      [..."password: "].map((char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`).join("") + value,
    ],
    ["characters that are not seen", `pass${zeroWidthSpace}word: "${value}"`],
    ["letters that look alike", `p\u0430ssw\u043erd: "${value}"`],
    ["full width", fullWidth(`password:${value}`)],
  ])("hides a secret in %s", (_, text) => {
    const shown = redact(text).text;
    expect(shown).toContain("[REDACTED]");
    expect(shown).not.toContain(value);
    expect(shown).not.toContain(Buffer.from(value).toString("base64").slice(2, 14));
  });

  it.each([
    ["a picture", `data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4`],
    ["encoded prose", Buffer.from("The password of the day is given at the desk.").toString("base64")],
    ["an address", "https://host.test/a%20b?redirect=%2Fhome%3Fkey%3Dvalue"],
    ["Russian prose", "Пароль: он хранится в менеджере паролей API."],
    ["a hash", "9fceb02d0ae598e95dc970b74767f19372d61af8"],
  ])("leaves %s", (_, text) => {
    expect(redact(text).text).toBe(text);
  });
});
