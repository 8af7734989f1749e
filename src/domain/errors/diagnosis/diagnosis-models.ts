import type { Runtime } from "../../../base/runtime.js";
import type { Agents } from "../../agents/agents.js";
import type { RunLog } from "../../agents/run-log.js";
import type { Call } from "../../call.js";
import { adviceSystem } from "./model-advice.js";

/** A language model that can be asked for causes. */
export interface DiagnosisModel {
  /** Shown in the answer: `client`, or `agent` and its name. */
  readonly name: string;
  /** Undefined when it is not available. */
  ask(call: Call, prompt: string, timeoutMs: number): Promise<string | undefined>;
}

const maxTokens = 1500;

/** The client's model through MCP sampling, to which the client must consent. */
export const clientModel: DiagnosisModel = {
  name: "client",
  ask: async (call, prompt, timeoutMs) =>
    call.sample?.({ system: adviceSystem, prompt, maxTokens: maxTokens, timeoutMs }),
};

/** The configured sub-agent with read-only access to the folder; the run is limited and recorded like any other. */
export function agentModel(
  agents: Pick<Agents, "chosen" | "admit" | "run">,
  runs: RunLog,
  runtime: Runtime,
): DiagnosisModel {
  return {
    name: `agent ${agents.chosen.name}`,
    async ask(call, prompt, timeoutMs) {
      await agents.admit(call);
      const facts = {
        kind: "query",
        project: "",
        repository: "",
        path: call.folder,
        request: "Diagnose an error",
      } as const;
      const request = {
        mode: "reads",
        folder: call.folder,
        writable: [],
        readOnly: [],
        timeoutMs,
        onProgress: () => {},
      } as const;
      return runs.record(call, { id: runtime.newId("sa"), ...facts }, async (run) => {
        const { answer } = await agents.run(call, run, { ...request, prompt: `${adviceSystem}\n\n${prompt}` });
        return answer;
      });
    },
  };
}
