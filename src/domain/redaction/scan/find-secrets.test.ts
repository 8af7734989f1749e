import { describe, expect, it } from "vitest";
import { secretRules } from "../rules/secret-rules.js";
import { createSecretFinder } from "./find-secrets.js";

const finder = createSecretFinder(secretRules);
/** Put together here, so that no scanner of files takes the test for a leak. */
const aToken = (prefix: string) => [prefix, "aB3dE6gH9jK2mN5pQ8rS1tU4vW7xY0zA3bC6"].join("_");
const begin = ["-----BEGIN", "PRIVATE KEY-----"].join(" ");

/** Text in which every part triggers a detector. */
const hostile: Readonly<Record<string, string>> = {
  "one letter": "a",
  "a generic word": "key",
  "a generic word assigned": "key=",
  "a generic word with a quotation mark": 'key="',
  "a password without end": 'password="aB1!',
  "passwords of a connection string": "host=a password=aaaa1 ",
  "a prefix": "ghp_",
  "a prefix of a long token": "xoxd-",
  "whole tokens without a border": `ghp_${"aB3dE6gH9".repeat(4)}`,
  "tokens that may go on": ["xoxb", "1234567890", "1234567890"].join("-"),
  "the beginning of web tokens": "ey",
  "halves of web tokens": ` ey${"a".repeat(20)}.ey`,
  "keys that are never closed": begin,
  dashes: "-",
  addresses: "://",
  "addresses with logins": "http://a:bcdE1@",
  "addresses with half a login": "http://a:b#",
  commands: "curl ",
  "commands with half a login": "curl -u a:",
  "commands with half a header": 'curl -H "',
  manifests: "kind: secret\n",
  "manifests with values": "kind: secret\ndata:\n a: bbbbbbbb\n",
  brackets: "[{(",
  headers: "authorization: ",
  cookies: "cookie: sid=",
  "settings of NuGet": "<add key=",
  "logins of netrc": "machine a login b password ",
  "data sources": "a:b@tcp(",
  "files of PuTTY": "private-lines:",
  "words that need another near by": "appkey=aaaaaaaaaaaaaaa1 ",
  backslashes: "\\\\\\",
  "passwords in prose": "password is ",
  "names for passwords in other languages": "contraseña 密码：",
  "logins with half a password": "login: a / ",
  "options of commands": "x -p ",
  "headings of tables": "a|password\n|-|-\n",
  "tables of passwords": "a|password\n|-|-\nb|vK7!qR2#\n",
  surrogates: "🔑key=",
};

describe("createSecretFinder", () => {
  it.each(Object.entries(hostile))("reads twice as much of %s in twice the steps", (_, unit) => {
    const times = Math.ceil(50_000 / unit.length);
    const once = finder.find(unit.repeat(times)).steps;
    const twice = finder.find(unit.repeat(2 * times)).steps;
    expect(twice).toBeLessThanOrEqual(2.2 * once + 20_000);
    expect(twice / (2 * times * unit.length)).toBeLessThan(200);
  });

  it("gets through 20 MB in one line", () => {
    const line = `${"lorem ipsum dolor sit amet ".repeat(777_777)}`;
    const { findings, steps } = finder.find(line);
    expect(findings).toEqual([]);
    expect(steps).toBeLessThan(line.length / 10);
  });

  it("gets through a text that is all secrets", () => {
    const line = `token: ${aToken("npm")}\n`;
    const count = 30_000;
    const { findings, steps } = finder.find(line.repeat(count));
    expect(findings).toHaveLength(count);
    expect(steps).toBeLessThan(line.length * count * 10);
  });

  it("gets through 20 MB of one unbroken token and hides all of it", () => {
    const line = aToken("ghp").repeat(500_000);
    const { findings } = finder.find(line);
    expect(findings).toEqual([{ rule: "github-pat", start: 0, end: line.length }]);
  });
});
