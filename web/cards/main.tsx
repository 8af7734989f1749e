import { render } from "preact";
import { ConflictCard } from "./conflict-card.js";
import { DecisionCard } from "./decision-card.js";
import { connect, type Host } from "./host.js";
import { MemoryCard } from "./memory-card.js";
import "../styles/base.css";
import "../styles/components.css";
import "../styles/split.css";
import "../styles/conflicts.css";
import "./card.css";

const root = document.getElementById("card");
const card = document.body.dataset.card ?? "";

/** Titles for screen readers. */
const titles: Readonly<Record<string, string>> = {
  review: "Memories to review",
  search: "Memories found",
  decision: "Decision",
  conflict: "File in conflict",
};

function show(value: unknown, host: Host): void {
  if (!root) return;
  render(
    <>
      <h1 class="visually-hidden">{titles[card]}</h1>
      {contentOf((value ?? {}) as Record<string, unknown>, host)}
    </>,
    root,
  );
}

function contentOf(answer: Readonly<Record<string, unknown>>, host: Host) {
  if (card === "decision") return <DecisionCard decision={answer} />;
  if (card === "conflict") return <ConflictCard conflict={answer} host={host} />;
  return <MemoryCard answer={answer} host={host} isReview={card === "review"} />;
}

let host: Host | undefined;
let pendingResult: unknown;
if (root) render(<p class="quiet">Loading…</p>, root);
void connect({
  onResult(value) {
    pendingResult = value;
    if (host) show(value, host);
  },
  onTheme(theme) {
    document.documentElement.dataset.theme = theme;
  },
}).then((connected) => {
  host = connected;
  if (pendingResult !== undefined) show(pendingResult, connected);
});
