import { AppError } from "../../../base/errors.js";
import type { Home } from "../../../base/home.js";
import type { Platform } from "../../../base/platform.js";
import type { Runtime } from "../../../base/runtime.js";
import type { ConfigFiles } from "../../../engine/config-files.js";
import { agentsWith, findHost } from "../../../hosts/all-hosts.js";
import { type Restoration, restoredMessages } from "../../../hosts/restored-session.js";
import type { SessionEvent } from "../../../store/archive/session-event.js";
import type { Session } from "../../../store/archive/session-store.js";
import type { Call } from "../../call.js";
import { settingAt } from "../../install/apply-items.js";
import type { Ingest } from "../ingest/ingest.js";
import type { Sessions } from "./sessions.js";

interface Deps {
  readonly sessions: Pick<Sessions, "find" | "turns" | "output">;
  readonly ingest: Pick<Ingest, "hasTranscript" | "adopt">;
  readonly files: ConfigFiles;
  readonly platform: Platform;
  readonly home: Home;
  readonly runtime: Pick<Runtime, "now">;
  runInTerminal(program: string, args: readonly string[], folder?: string): Promise<number>;
}

export type Restored = Awaited<ReturnType<ReturnType<typeof createRestore>>>;

/** Writes a session that its host no longer has, or never had, back as the host's own transcript. */
export function createRestore({ sessions, ingest, files, platform, home, runtime, runInTerminal }: Deps) {
  /** Outputs whole, as far as they are stored. */
  async function wholeEvents(call: Call, id: string): Promise<SessionEvent[]> {
    const { turns } = await sessions.turns(call, id);
    const whole = async (event: SessionEvent) => {
      const text = event.kind === "result" && event.blob ? await sessions.output(call, event.blob) : undefined;
      return text === undefined ? event : { ...event, text };
    };
    return Promise.all(turns.flatMap(({ events }) => events).map(whole));
  }

  async function restorationOf(call: Call, session: Session, folder: string): Promise<Restoration> {
    const host = findHost(session.agent);
    const [id = ""] = session.id.split("/");
    if (!host?.restore || session.parent !== "") {
      const whose = `${host?.name ?? session.agent} cannot be restored${session.parent ? " for sub-agents" : ""}`;
      throw new AppError("invalid", `Sessions of ${whose}.`, {
        hint: `Those of ${agentsWith("restore").join(", ")} can. \`throughline continue ${id.slice(0, 8)}\` goes on with this one in another agent.`,
      });
    }
    const { branch, model, title, startedAt } = session;
    const messages = restoredMessages(await wholeEvents(call, session.id));
    const note = `restored by Throughline on ${runtime.now().toISOString().slice(0, 10)}`;
    const restored = { id, folder, branch, model, title, startedAt, messages, note };
    return host.restore(restored, platform, (location) => settingAt(location, files));
  }

  /** Returns the transcript, if it is a file of the host, and the command that continues it. */
  return async (call: Call, id: string, folder: string) => {
    const session = await sessions.find(call, id);
    const isThere = session.folder !== "" && (await files.exists(session.folder));
    const target = folder || (isThere ? session.folder : call.folder);
    const { path, text, take, resume } = await restorationOf(call, session, target);
    if (await ingest.hasTranscript(session))
      throw new AppError("conflict", `Session ${session.id} is still there.`, {
        hint: `Continue it with \`${resume}\` in ${target}.`,
      });
    const file = take ? platform.join(home.path, path) : path;
    await files.replace(file, { from: undefined, to: text, private: true });
    if (take) {
      const code = await runInTerminal(take.program, take.args(file), target).finally(() => files.remove(file));
      if (code !== 0) throw new AppError("unavailable", `\`${take.program}\` did not take the session in.`);
    }
    if (!take) await ingest.adopt({ ...session, folder: target }, file);
    return { session: session.id, agent: session.agent, file: take ? "" : file, folder: target, resume };
  };
}
