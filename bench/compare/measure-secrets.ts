import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Server } from "./server.js";

/** Invented values in the forms in which people write them. Put together here so that no scanner reports this file. */
const secrets: readonly (readonly [text: (value: string) => string, value: string])[] = [
  [(value) => `The key id is ${value}.`, ["AKIA", "Q3EGRZ7XVNP5WMTA"].join("")],
  [(value) => `aws_secret_access_key = ${value}`, ["kVh9Xw2RtLq8", "Zb4Nc6Yd1Fg3Hj5Km7Ps0Tv+"].join("/")],
  [(value) => `Use password: ${value} until the rotation is done.`, ["hunter", "2024x"].join("")],
  [(value) => `The staging login has the password: ${value}`, ["Xx", "Yy", "91"].join("-")],
  [(value) => `export DB_PASSWORD=${value}`, ["s3cr", "Et9pass"].join("")],
  [(value) => `postgres://app:${value}@db.internal:5432/app`, ["pl4in", "Text9"].join("")],
];

export async function measureSecrets(
  open: (home: string) => Promise<Server>,
  home: string,
): Promise<{ hidden: number; total: number }> {
  const server = await open(home);
  for (const [i, [toText, value]] of secrets.entries()) await server.record(`login-${i}`, toText(value));
  const answers = await Promise.all(secrets.map((_, i) => server.search(`login-${i}`)));
  await server.close();
  const stored = [...filesIn(home), ...answers].join("\n");
  if (!stored.includes("until the rotation is done")) throw new Error("what was recorded is not in the home");
  return { hidden: secrets.filter(([, value]) => !stored.includes(value)).length, total: secrets.length };
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
