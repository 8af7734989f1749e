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
const card = document.body.dataset.card;

function show(value: unknown, host: Host): void {
  if (!root) return;
  const answer = (value ?? {}) as Record<string, unknown>;
  if (card === "decision") render(<DecisionCard decision={answer} />, root);
  else if (card === "conflict") render(<ConflictCard conflict={answer} host={host} />, root);
  else render(<MemoryCard answer={answer} host={host} isReview={card === "review"} />, root);
}

let host: Host | undefined;
let waiting: unknown;
if (root) render(<p class="quiet">Waiting for the answer…</p>, root);
void connect({
  onResult(value) {
    waiting = value;
    if (host) show(value, host);
  },
  onTheme(theme) {
    document.documentElement.dataset.theme = theme;
  },
}).then((connected) => {
  host = connected;
  if (waiting !== undefined) show(waiting, connected);
});
