import { useState } from "preact/hooks";
import { SectionChoices } from "../views/conflicts/section-choices.js";
import { alignSections, joinSections } from "../views/conflicts/sections.js";
import type { Host } from "./host.js";

interface Props {
  readonly conflict: Readonly<Record<string, unknown>>;
  readonly host: Host;
}

/** Both versions of a file, section by section, and the choice between them. */
export function ConflictCard({ conflict, host }: Props) {
  const text = (name: string) => String(conflict[name] ?? "");
  const sections = alignSections(text("base_content"), text("ours_content"), text("theirs_content"));
  const [choices, setChoices] = useState<readonly (string | undefined)[]>(() =>
    sections.map(({ resolution }) => resolution),
  );
  const [message, setMessage] = useState("");
  const openCount = choices.filter((choice) => choice === undefined).length;
  const resolve = () =>
    host
      .callTool("context_resolve_conflict", {
        file_path: text("file_path"),
        content: joinSections(choices.map((choice) => choice ?? "")),
      })
      .then(
        () => setMessage("Resolved. When no conflict is left, ask the agent to finalize the merge."),
        (error: Error) => setMessage(error.message),
      );
  return (
    <article class="stack">
      <h2>{text("file_path")}</h2>
      <SectionChoices
        sections={sections}
        choices={choices}
        onChoose={(index, choice) => setChoices(choices.map((current, i) => (i === index ? choice : current)))}
      />
      <div class="detail-actions">
        <button type="button" class="button primary" disabled={openCount > 0} onClick={resolve}>
          {openCount > 0 ? `Choose ${openCount} more` : "Resolve"}
        </button>
      </div>
      <p role="status">{message}</p>
    </article>
  );
}
