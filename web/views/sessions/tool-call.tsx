import { useState } from "preact/hooks";
import type { ReplayEvent } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { Badge } from "../../components/badge.js";
import { DiffLines, DiffView } from "../../components/diff-view.js";
import { Icon, type IconName } from "../../components/icon.js";
import { readPatch } from "../../components/line-diff.js";
import { formatDuration } from "../../components/numbers.js";
import { type CallDetails, classifyToolCall } from "./classify-tool-call.js";

type Call = Extract<ReplayEvent, { kind: "call" }>;

interface Props {
  readonly call: Call;
  /** The session's working folder; paths are shown relative to it. */
  readonly folder: string;
  /** Opens the history of a file. */
  onHistory(path: string): void;
}

const icons: Readonly<Record<CallDetails["kind"], IconName>> = {
  command: "chevron",
  edit: "file",
  patch: "file",
  read: "file",
  other: "tool",
};

/** One tool call: collapsed, its summary and status; open, its change or output. */
export function ToolCall({ call, folder, onHistory }: Props) {
  const details = classifyToolCall(call.tool, call.input);
  const path = "path" in details ? details.path : "";
  return (
    <details class="tool-call">
      <summary>
        <Icon name={icons[details.kind]} size={16} />
        <span class="tool-name">{call.tool}</span>
        <code class="tool-summary">{summaryOf(details, folder)}</code>
        <Status call={call} />
      </summary>
      <div class="tool-body">
        {path && (
          <button type="button" class="link-button" onClick={() => onHistory(path)}>
            File history
          </button>
        )}
        <Input details={details} call={call} />
        <Output call={call} />
      </div>
    </details>
  );
}

function summaryOf(details: CallDetails, folder: string): string {
  if (details.kind === "command") return details.command.split("\n")[0] ?? "";
  const text = "path" in details ? details.path : details.summary;
  return text.startsWith(`${folder}/`) ? text.slice(folder.length + 1) : text;
}

function Status({ call: { result } }: { readonly call: Call }) {
  if (!result) return <Badge>no result</Badge>;
  const duration = result.durationMs ? ` · ${formatDuration(result.durationMs)}` : "";
  if (result.ok) return <Badge tone="good">{`done${duration}`}</Badge>;
  return <Badge tone="bad">{result.exitCode ? `exit ${result.exitCode}${duration}` : `failed${duration}`}</Badge>;
}

function Input({ details, call }: { readonly details: CallDetails; readonly call: Call }) {
  if (details.kind === "edit")
    return (
      <>
        {details.changes.map(({ before, after }) => (
          <DiffView key={`${before}\0${after}`} before={before} after={after} label={`Changes to ${details.path}`} />
        ))}
      </>
    );
  if (details.kind === "patch") {
    const lines = readPatch(details.patch) ?? details.patch.split("\n").map(patchLine);
    return <DiffLines lines={lines} label={`Changes to ${details.path}`} />;
  }
  if (details.kind === "command") return <Text text={`$ ${details.command}`} />;
  return details.kind === "read" ? null : <Text text={JSON.stringify(call.input, null, 2)} />;
}

const patchLine = (text: string) => {
  if (text.startsWith("+")) return { kind: "added" as const, text: text.slice(1) };
  if (text.startsWith("-")) return { kind: "removed" as const, text: text.slice(1) };
  return { kind: "same" as const, text };
};

function Output({ call: { result } }: { readonly call: Call }) {
  const [fullOutput, setFullOutput] = useState<string>();
  if (!result || (result.text === "" && !result.whole)) return null;
  const fetchFullOutput = () =>
    get<{ text: string }>(`/api/outputs/${encodeURIComponent(result.whole ?? "")}`).then(
      ({ text }) => setFullOutput(text),
      (error: Error) => setFullOutput(error.message),
    );
  const patch = readPatch(fullOutput ?? result.text);
  return (
    <>
      {patch ? <DiffLines lines={patch} label="Output" /> : <Text text={fullOutput ?? result.text} />}
      {result.whole && fullOutput === undefined && (
        <button type="button" class="link-button" onClick={fetchFullOutput}>
          Show full output
        </button>
      )}
    </>
  );
}

const Text = ({ text }: { readonly text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
  <pre class="output" tabIndex={0}>
    {text}
  </pre>
);
