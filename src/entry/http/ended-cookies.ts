import type { Home } from "../../base/home.js";
import { isObject, parseJson } from "../../base/json.js";
import { sha256 } from "../../base/sha256.js";
import type { Files } from "../../engine/files.js";
import type { EndedCookies } from "../../surface/http/sign-in.js";

/** Signed-out cookies in a file of the home, by their hash; those that have expired are dropped with the next write. */
export async function readEndedCookies(files: Files, home: Home, nowMs: () => number): Promise<EndedCookies> {
  const stored = parseJson((await files.read(home.signedOut)) ?? "");
  const untilByHash = new Map<string, number>(
    Object.entries(isObject(stored) ? stored : {}).filter(
      (entry): entry is [string, number] => typeof entry[1] === "number",
    ),
  );
  return {
    has: (signature) => untilByHash.has(sha256(signature)),
    async add(signature, untilMs) {
      untilByHash.set(sha256(signature), untilMs);
      for (const [hash, until] of untilByHash) if (until <= nowMs()) untilByHash.delete(hash);
      await files.write(home.signedOut, JSON.stringify(Object.fromEntries(untilByHash)), { private: true });
    },
  };
}
