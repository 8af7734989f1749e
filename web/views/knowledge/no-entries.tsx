import type { ComponentChildren } from "preact";
import { Empty } from "../../components/empty.js";
import type { Kind } from "./kinds.js";

const lessons: Readonly<Record<Kind, readonly [string, ComponentChildren]>> = {
  knowledge: [
    "No knowledge yet",
    <p key="knowledge">
      What every agent should know of this repository: its architecture, its stack, its oddities. Write the first entry
      with <strong>New</strong>, or let an agent use <code>context_add_knowledge</code>.
    </p>,
  ],
  conventions: [
    "No conventions yet",
    <p key="conventions">
      How work is done here: branches, tests, names. Agents are told of them when a session starts.
    </p>,
  ],
  decisions: [
    "No decisions yet",
    <p key="decisions">
      What was decided, why, and what follows. Agents record them with <code>context_record_decision</code>; a text that
      says “Supersedes 0001” is drawn as a link.
    </p>,
  ],
  skills: [
    "No skills yet",
    <p key="skills">
      Steps worth repeating, as a <code>SKILL.md</code>. Agents rate them after use and propose improvements, which wait
      here for you.
    </p>,
  ],
};

export function NoEntries({ kind }: { readonly kind: Kind }) {
  const [title, text] = lessons[kind];
  return (
    <Empty title={title} icon="knowledge">
      {text}
    </Empty>
  );
}
