import { AppError } from "../../../base/errors.js";
import type { Runtime } from "../../../base/runtime.js";
import type { AgentProcess } from "../../../engine/agent-process.js";
import type { ChatModel, ChatRequest } from "../../../engine/chat-model.js";
import type { Usage } from "../../../hosts/sub-agent.js";
import type { Agents } from "../../agents/agents.js";
import type { RunLog } from "../../agents/run-log.js";
import { distillFolderPrefix } from "../../archive/ingest/distill-folder.js";
import type { Call } from "../../call.js";

/** Agents whose command line can distill, and an endpoint. */
export const writerNames = ["claude", "codex", "gemini", "opencode", "endpoint"] as const;
export type WriterName = (typeof writerNames)[number];

/** A language model that can be asked to distill. */
export interface LessonWriter {
  /** Part of the author of its lessons. */
  readonly name: WriterName;
  /** For its price; empty if the agent chooses it. */
  readonly model: string;
  write(call: Call, request: Omit<ChatRequest, "signal">): Promise<{ text: string; usage: Usage }>;
}

interface AgentDeps {
  readonly agents: Pick<Agents, "chosen" | "admit" | "run">;
  readonly runs: RunLog;
  readonly processes: Pick<AgentProcess, "openFolder">;
  readonly runtime: Runtime;
}

/** An agent's command line, read-only and in an empty folder of its own; the run is limited and recorded like any other. */
export function agentWriter({ agents, runs, processes, runtime }: AgentDeps, name: WriterName): LessonWriter {
  return {
    name,
    model: agents.chosen.name === name ? agents.chosen.model : "",
    async write(call, { system, prompt }) {
      await agents.admit(call);
      const id = runtime.newId("sa");
      const folder = await processes.openFolder(`${distillFolderPrefix}${id}`, {});
      const about = { kind: "query", project: "", repository: "", request: "Distill a session" } as const;
      const request = { mode: "reads", agent: name, folder: folder.path, isUnlogged: true, onProgress() {} } as const;
      try {
        let text = "";
        // The record of the run has its cost alone: a forgotten session must not survive in it.
        const usage = await runs.record(call, { id, ...about, path: folder.path }, async (run) => {
          const reply = await agents.run(call, run, { ...request, prompt: `${system}\n\n${prompt}` });
          text = reply.answer;
          return reply.usage;
        });
        return { text, usage };
      } finally {
        await folder.remove();
      }
    },
  };
}

export function endpointWriter(chat: ChatModel | undefined): LessonWriter {
  if (!chat?.model)
    throw new AppError("invalid", `${chat ? "learning.endpointModel" : "learning.endpoint"} is not set.`, {
      hint: "Set both: `throughline config set learning.endpoint http://localhost:11434/v1` and `throughline config set learning.endpointModel <model>`.",
    });
  return {
    name: "endpoint",
    model: chat.model,
    async write({ signal }, request) {
      const { text, inputTokens, outputTokens } = await chat.ask({ ...request, signal });
      return { text, usage: { inputTokens, outputTokens, cost: 0 } };
    },
  };
}
