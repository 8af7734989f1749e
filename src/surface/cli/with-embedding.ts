import * as z from "zod";
import { formatCount } from "../../base/text/plural.js";
import type { Command } from "../../commands/define-command.js";

/** Fewer are embedded by the next search. */
const minPending = 200;

const flags = {
  wait: z.boolean().default(false).describe("Wait until everything is embedded instead of leaving it to a server."),
};

/**
 * A command that adds many documents embeds the names of symbols, which takes seconds. It offers to wait at a terminal
 * until the model has embedded the rest, which takes minutes.
 */
export const withEmbedding = (command: Command): Command => ({
  ...command,
  input: command.input.extend(flags),

  async run({ wait, ...input }, app) {
    const answer = await command.run(input, app);
    const { signal, progress } = app.call;
    // Search works by keywords without embeddings, and says so.
    await app.embedding.run({ signal, max: 0 }).catch(() => {});
    const pending = await app.embedding.countPending();
    const isWaiting = wait || (pending > minPending && (await app.ask(question(pending))) === true);
    if (isWaiting) await app.embedding.run({ signal, progress: (done, of) => progress(done, of, "Embedding") });
    return answer;
  },
});

const question = (pending: number) =>
  `Names of symbols can be searched by meaning now. Wait until the text of ${formatCount(pending, "chunk")} can be too?\nThat takes about a minute for a thousand; otherwise a running server does it in the background.`;
