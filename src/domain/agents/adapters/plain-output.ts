import { type AgentParser, noUsage } from "../adapter.js";

const maxCharacters = 4 * 1024 * 1024;

/** For agents without machine-readable output: what they print is the answer. */
export function openPlainParser(): AgentParser {
  const lines: string[] = [];
  let room = maxCharacters;
  return {
    line(text) {
      room -= text.length;
      if (room > 0) lines.push(text);
      return undefined;
    },
    usage: () => noUsage,
    end({ code, stderr }) {
      const answer = lines.join("\n").trim();
      if (code === 0 && answer !== "") return { answer, usage: noUsage };
      return { error: stderr || answer.slice(-500) || `it ended with exit code ${code}`, usage: noUsage };
    },
  };
}
