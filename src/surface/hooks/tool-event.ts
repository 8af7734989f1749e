import { isObject } from "../../base/json.js";
import { classifyToolCall } from "../../domain/archive/ingest/classify-tool-call.js";
import { contentText } from "../../domain/archive/readers/json-fields.js";
import { field, type HostEvent, type Payload } from "./host-event.js";

/** Tools that open or change one file, as hosts name them. */
const fileTools =
  /^(?:read|read_file|view|edit|multiedit|write|write_file|replace|notebookedit|apply_patch|create|create_file|edit_file|str_replace\w*)$/i;
/** Gemini's tags around the output of a command. */
const hostTags = /<untrusted_context>\n?(?:Output: )?|<\/untrusted_context>/g;
const maxErrorLength = 20_000;

/** What a finished tool call can be answered with: notes about its file, or a fix for its error. */
export function readToolEvent(payload: Payload): Pick<HostEvent, "occasion" | "file" | "error" | "command"> {
  const input = isObject(payload.tool_input) ? payload.tool_input : {};
  const tool = field(payload, "tool_name");
  const { files, command } = classifyToolCall(tool, input);
  if (command !== undefined) {
    const output = outputOf(payload.tool_response).replace(hostTags, "").slice(0, maxErrorLength);
    return { occasion: mayHaveFailed(output) ? "tool-failure" : "other", file: "", error: output, command };
  }
  const [file = ""] = fileTools.test(tool) ? files : [];
  return { occasion: file === "" ? "other" : "file", file, error: "" };
}

/** The command of a tool call, if it runs one. */
export const commandIn = (payload: Payload): string =>
  classifyToolCall(field(payload, "tool_name"), isObject(payload.tool_input) ? payload.tool_input : {}).command ?? "";

/** A response is a text, blocks, or an object with host-specific fields. */
function outputOf(response: unknown): string {
  if (!isObject(response)) return contentText(response);
  const parts = ["llmContent", "stdout", "stderr", "output", "content", "error"].map((name) =>
    contentText(response[name]),
  );
  const exit = typeof response.exit === "number" ? `Exit code: ${response.exit}` : "";
  return [exit, ...parts].filter(Boolean).join("\n");
}

/** Without an exit code, words decide: only an error that was fixed before is answered. */
function mayHaveFailed(output: string): boolean {
  const code = /(?:exit code:?|exited with code)\s*(\d+)/i.exec(output)?.[1];
  return code === undefined
    ? /error|fail|panic|exception|fatal|cannot|denied|refused|not found/i.test(output)
    : code !== "0";
}
