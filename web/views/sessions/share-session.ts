import type { Replay, ReplayTurn, TurnPage } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { notify } from "../../components/toasts.js";

const pageSize = 500;

/** Downloads the session as Markdown. The server removes secrets from everything that it sends. */
export async function shareSession({ session }: Replay): Promise<void> {
  try {
    const turns: ReplayTurn[] = [];
    for (let total = 1; turns.length < total; ) {
      const query = { offset: turns.length, limit: pageSize };
      const page = await get<TurnPage>(`/api/sessions/${encodeURIComponent(session.id)}/turns`, query);
      if (page.turns.length === 0) break;
      total = page.total;
      turns.push(...page.turns);
    }
    save(`session-${session.id.slice(0, 8)}.md`, sessionToMarkdown(session, turns));
    notify("Saved as Markdown, without secrets");
  } catch (error) {
    notify((error as Error).message, "failure");
  }
}

export function sessionToMarkdown(session: Replay["session"], turns: readonly ReplayTurn[]): string {
  const { title, agent, model, project, branch, startedAt } = session;
  const details = [agent, model, project, branch, startedAt.slice(0, 16).replace("T", " ")].filter(Boolean).join(" · ");
  return `# ${title || "Untitled session"}\n\n${details}\n\n${turns.map(turnToMarkdown).join("\n")}`;
}

const turnToMarkdown = ({ turn, events }: ReplayTurn): string =>
  `## Turn ${turn}\n\n${events.map(eventToMarkdown).join("\n")}`;

function eventToMarkdown(event: ReplayTurn["events"][number]): string {
  if (event.kind === "prompt") return `${quote(event.text)}\n`;
  if (event.kind !== "call") return `${event.text.trim()}\n`;
  const { tool, input, result } = event;
  const status = result ? (result.ok ? "" : " (failed)") : " (no result)";
  const output = result?.text.trim() ? `\n${fence(result.text)}` : "";
  return `**${tool}**${status}\n${fence(JSON.stringify(input, null, 2))}${output}\n`;
}

const quote = (text: string): string => text.trim().replace(/^/gm, "> ");

/** Longer than any run of backticks in the text. */
function fence(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const delimiter = "`".repeat(longest + 1);
  return `${delimiter}\n${text.trimEnd()}\n${delimiter}`;
}

function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/markdown" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
