import { useState } from "preact/hooks";
import type { ReplayEvent } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/ask.js";
import { Badge } from "../../components/badge.js";
import { DiffLines, DiffView } from "../../components/diff-view.js";
import { Icon, type IconName } from "../../components/icon.js";
import { readPatch } from "../../components/line-diff.js";
import { duration } from "../../components/numbers.js";
import { type CallShape, describeCall } from "./describe-call.js";

type Call = Extract<ReplayEvent, { kind: "call" }>;

interface Props {
  readonly call: Call;
  /** Where the session worked: paths are shown from there. */
  readonly folder: string;
  /** Asked for what happened to the file before and after. */
  onHistory(path: string): void;
}

const icons: Readonly<Record<CallShape["kind"], IconName>> = {
  ...{ command: "chevron", edit: "file", patch: "file", read: "file", other: "tool" },
};

/** One call, folded: what it was and how it ended; open, the change or the output. */
export function ToolCall({ call, folder, onHistory }: Props) {
  const shape = describeCall(call.tool, call.input);
  const path = "path" in shape ? shape.path : "";
  return (
    <details class="tool-call">
      <summary>
        <Icon name={icons[shape.kind]} size={16} />
        <span class="tool-name">{call.tool}</span>
        <code class="tool-summary">{summaryOf(shape, folder)}</code>
        <Status call={call} />
      </summary>
      <div class="tool-body">
        {path && (
          <button type="button" class="link-button" onClick={() => onHistory(path)}>
            History of this file
          </button>
        )}
        <Input shape={shape} call={call} />
        <Output call={call} />
      </div>
    </details>
  );
}

function summaryOf(shape: CallShape, folder: string): string {
  if (shape.kind === "command") return shape.command.split("\n")[0] ?? "";
  const text = "path" in shape ? shape.path : shape.summary;
  return text.startsWith(`${folder}/`) ? text.slice(folder.length + 1) : text;
}

function Status({ call: { result } }: { readonly call: Call }) {
  if (!result) return <Badge>no result</Badge>;
  const took = result.durationMs ? ` · ${duration(result.durationMs)}` : "";
  if (result.ok) return <Badge tone="good">{`done${took}`}</Badge>;
  return <Badge tone="bad">{result.exitCode ? `exit ${result.exitCode}${took}` : `failed${took}`}</Badge>;
}

function Input({ shape, call }: { readonly shape: CallShape; readonly call: Call }) {
  if (shape.kind === "edit")
    return (
      <>
        {shape.changes.map(({ before, after }) => (
          <DiffView key={`${before}\0${after}`} before={before} after={after} label={`Changes of ${shape.path}`} />
        ))}
      </>
    );
  if (shape.kind === "patch") {
    const lines = readPatch(shape.patch) ?? shape.patch.split("\n").map(patchLine);
    return <DiffLines lines={lines} label={`Changes of ${shape.path}`} />;
  }
  if (shape.kind === "command") return <Text text={`$ ${shape.command}`} />;
  return shape.kind === "read" ? null : <Text text={JSON.stringify(call.input, null, 2)} />;
}

const patchLine = (text: string) => {
  if (text.startsWith("+")) return { kind: "added" as const, text: text.slice(1) };
  if (text.startsWith("-")) return { kind: "removed" as const, text: text.slice(1) };
  return { kind: "same" as const, text };
};

function Output({ call: { result } }: { readonly call: Call }) {
  const [whole, setWhole] = useState<string>();
  if (!result || (result.text === "" && !result.whole)) return null;
  const fetchWhole = () =>
    get<{ text: string }>(`/api/outputs/${encodeURIComponent(result.whole ?? "")}`).then(
      ({ text }) => setWhole(text),
      (error: Error) => setWhole(error.message),
    );
  const patch = readPatch(whole ?? result.text);
  return (
    <>
      {patch ? <DiffLines lines={patch} label="Output" /> : <Text text={whole ?? result.text} />}
      {result.whole && whole === undefined && (
        <button type="button" class="link-button" onClick={fetchWhole}>
          Show the whole output
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
