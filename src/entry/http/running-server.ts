import type { Home } from "../../base/home.js";
import type { Files } from "../../engine/files.js";

/** Where the server of this home listens, for `throughline ui` to find it. */
export interface RunningServer {
  readonly address: string;
  readonly pid: number;
}

export const noteServer = (files: Files, home: Home, server: RunningServer): Promise<void> =>
  files.write(home.server, `${JSON.stringify(server)}\n`, { private: true });

/** Another server may have taken its place meanwhile; that one's note stays. */
export async function forgetServer(files: Files, home: Home, pid: number): Promise<void> {
  if ((await readNote(files, home))?.pid === pid) await files.remove(home.server);
}

/** The address at which a running server lets one browser in; undefined when none runs. */
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
    // A note that a killed server left behind.
    return undefined;
  }
}

/** After the `#`, so that no request, log or history of a proxy ever has the code. */
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
