import * as z from "zod";
import { AppError } from "../../base/errors.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { StartableHost } from "../../domain/install/find-hosts.js";
import { agentsWith, findHost } from "../../hosts/all-hosts.js";
import { defineCommand } from "../define-command.js";
import { flag } from "../fields.js";

export const continueSession = defineCommand("continue", {
  summary: "Go on with a session in this or another agent, which starts with how the session stands.",
  input: z.object({
    session: z.string().default("").describe("Session id or prefix. Default: latest in this project."),
    in: z
      .enum(agentsWith("start"))
      .optional()
      .describe("Agent to start. Default: an installed one, rather another one."),
    print: flag("Print the hand-over instead of starting an agent."),
  }),
  positional: ["session"],
  examples: ["continue", "continue --in codex", "continue 4f2a91c0 --print"],

  async run({ session, in: agent, print }, app) {
    await app.sessions.lastHere(app.call);
    const found = session ? await app.sessions.find(app.call, session) : undefined;
    const handOver = await app.injection.handOver(app.call, found?.id);
    if (!handOver)
      throw new AppError(
        "missing",
        found ? `Session ${session} has no requests.` : "No session of this project is archived.",
        {
          hint: "List sessions with `throughline sessions`, or import earlier ones with `throughline import sessions`.",
        },
      );
    const { text } = handOver;
    const { id, folder, agent: from } = handOver.session;
    if (print) return { session: id, text };
    const host = await hostToStart(app, agent, from);
    app.notify(`Continuing session ${id.slice(0, 8)} in ${host.name}.`);
    // A session of another machine may name a folder that is not here.
    const isHere = folder !== "" && (await app.installer.hasFolder(folder));
    const where = isHere ? folder : app.call.folder;
    const exitCode = await app.runInTerminal(host.start.program, host.start.args(text), where);
    return { session: id, agent: host.id, exitCode, text };
  },

  toText: ({ text, agent }) => agent === undefined && text,
  exitCode: ({ exitCode = 0 }) => exitCode,
});

/** The named one, or one that is installed; rather not the one that stopped. */
async function hostToStart(app: CommandCall, agent: string | undefined, from: string): Promise<StartableHost> {
  const hosts = await app.installer.startable();
  const host = agent ? hosts.find(({ id }) => id === agent) : (hosts.find(({ id }) => id !== from) ?? hosts[0]);
  if (host) return host;
  const program = findHost(agent ?? "")?.start?.program;
  throw new AppError(
    "unavailable",
    program ? `The command \`${program}\` is not on the PATH.` : "No agent that can be started is on the PATH.",
    { hint: "Print the hand-over with `throughline continue --print` and paste it." },
  );
}

export const restoreSession = defineCommand("restore-session", {
  summary:
    "Write a session that an agent deleted, or that comes from another machine, back as the agent's own transcript.",
  input: z.object({
    session: z.string().min(4).describe("Session id or prefix."),
    folder: z.string().default("").describe("Folder to continue in. Default: the session's, if it is here."),
  }),
  positional: ["session"],
  examples: ["restore-session 4f2a91c0"],
  run: ({ session, folder }, app) => app.restoreSession(app.call, session, folder),
  toText: ({ folder, resume, file }) => [
    file === "" ? "The agent has the session again." : `Wrote ${file}.`,
    `Continue it in ${folder}: ${resume}`,
    "Thoughts of the model, pictures and redacted secrets are not in it.",
  ],
});
