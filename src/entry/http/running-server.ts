import type { Home } from "../../base/home.js";
import type { Files } from "../../engine/files.js";

/** The server that runs for this home; `throughline ui` reads it. */
export interface RunningServer {
  readonly address: string;
  readonly pid: number;
}

export const noteServer = (files: Files, home: Home, server: RunningServer): Promise<void> =>
  files.write(home.server, `${JSON.stringify(server)}\n`, { private: true });

/** A server that started later has overwritten the file; its note stays. */
export async function forgetServer(files: Files, home: Home, pid: number): Promise<void> {
  if ((await readNote(files, home))?.pid === pid) await files.remove(home.server);
}

/** The URL at which a running server signs in one browser; undefined if none is running. */
export async function findPage(files: Files, home: Home): Promise<string | undefined> {
  const [note, token] = [await readNote(files, home), (await files.read(home.token))?.trim()];
  if (!note || !token) return undefined;
  try {
    const answer = await fetch(`${note.address}/api/sign-in-codes`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(2000),
    });
    const { code } = (await answer.json()) as { code?: string };
    return code === undefined ? undefined : pageAddress(note.address, code);
  } catch {
    // A killed server left the file behind.
    return undefined;
  }
}

/** The code follows `#`, so that it is in no request and no log. */
export const pageAddress = (address: string, code: string): string => `${address}/#token=${code}`;

async function readNote(files: Files, home: Home): Promise<RunningServer | undefined> {
  try {
    const note = JSON.parse((await files.read(home.server)) ?? "") as Partial<RunningServer>;
    const isOurs = /^http:\/\/[^/]+$/.test(note.address ?? "") && typeof note.pid === "number";
    return isOurs ? (note as RunningServer) : undefined;
  } catch {
    return undefined;
  }
}
