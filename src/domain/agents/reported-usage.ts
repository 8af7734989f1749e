import type { Usage } from "../../hosts/sub-agent.js";

/** The usage for an answer, without what the agent does not report. */
export function reportedUsage({ inputTokens, outputTokens, cost }: Usage): { usage?: Partial<Usage> } {
  const usage = {
    ...(inputTokens + outputTokens > 0 ? { inputTokens, outputTokens } : {}),
    ...(cost > 0 ? { cost } : {}),
  };
  return Object.keys(usage).length === 0 ? {} : { usage };
}
