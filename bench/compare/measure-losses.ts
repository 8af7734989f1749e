import type { Server } from "./server.js";

export interface Kept {
  readonly acknowledged: number;
  readonly found: number;
}

type Open = (home: string) => Promise<Server>;

/** Writes that a product acknowledged and a new server does not find. */
export async function measureLosses(open: Open, makeHome: () => string): Promise<{ parallel: Kept; killed: Kept }> {
  return { parallel: await writeFromMany(open, makeHome()), killed: await killWhileWriting(open, makeHome()) };
}

const servers = 32;

async function writeFromMany(open: Open, home: string): Promise<Kept> {
  const words = Array.from({ length: servers }, (_, i) => `parallel${i}word`);
  const results = await Promise.allSettled(
    words.map(async (word) => {
      const server = await open(home);
      try {
        await server.record(`note-${word}`, `The ${word} was written by one of many.`);
      } finally {
        await server.close();
      }
      return word;
    }),
  );
  return countFound(
    open,
    home,
    results.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
  );
}

/** The process is killed while a write is under way; each round continues where the last one stopped. */
async function killWhileWriting(open: Open, home: string): Promise<Kept> {
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const server = await open(home);
    let isAlive = true;
    for (let i = 0; isAlive; i++) {
      const word = `killed${round}x${i}word`;
      const written = server.record(`note-${word}`, `The ${word} was written before the end.`).then(
        () => acknowledged.push(word),
        () => {
          isAlive = false;
        },
      );
      if (i === 40) process.kill(server.pid, "SIGKILL");
      await written;
    }
    await server.close().catch(() => {});
  }
  return countFound(open, home, acknowledged);
}

async function countFound(open: Open, home: string, words: readonly string[]): Promise<Kept> {
  const server = await open(home);
  let found = 0;
  for (const word of words) if ((await server.search(word)).includes(`The ${word} was`)) found++;
  await server.close();
  return { acknowledged: words.length, found };
}
