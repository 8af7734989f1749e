import type { ComponentChildren } from "preact";
import { Empty } from "../../components/empty.js";
import type { Kind } from "./kinds.js";

const explanations: Readonly<Record<Kind, readonly [string, ComponentChildren]>> = {
  knowledge: [
    "No knowledge yet",
    <p key="knowledge">
      What every agent should know about this repository: its architecture, its stack, its quirks. Write the first entry
      with <strong>New knowledge</strong>, or ask an agent to add one.
    </p>,
  ],
  conventions: [
    "No conventions yet",
    <p key="conventions">
      How work is done here: branches, tests, names. Agents receive the conventions when a session starts.
    </p>,
  ],
  decisions: [
    "No decisions yet",
    <p key="decisions">
      What was decided, why, and its consequences. Add one with <strong>New decision</strong>, or ask an agent to record
      it. “Supersedes 0001” in the text links two decisions.
    </p>,
  ],
  skills: [
    "No skills yet",
    <p key="skills">
      Repeatable steps as a <code>SKILL.md</code>. Agents rate skills after use and propose improvements, which you
      accept or reject here.
    </p>,
  ],
};

export function NoEntries({ kind }: { readonly kind: Kind }) {
  const [title, text] = explanations[kind];
  return (
    <Empty title={title} icon="knowledge">
      {text}
    </Empty>
  );
}
