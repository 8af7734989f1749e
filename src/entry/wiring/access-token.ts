import { randomBytes } from "node:crypto";
import type { Home } from "../../base/home.js";
import type { Files } from "../../engine/files.js";

/** The secret that HTTP clients send; created once, readable only by its owner. */
export async function readAccessToken(files: Files, home: Home): Promise<string> {
  const existing = (await files.read(home.token))?.trim();
  if (existing) return existing;
  const token = `tl_${randomBytes(32).toString("base64url")}`;
  await files.write(home.token, `${token}\n`, { private: true });
  return token;
}
