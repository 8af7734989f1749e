import { joinLines, type Lines } from "../../base/text/lines.js";
import { blankControls } from "../../base/text-cells.js";
import type { CommandCall } from "../../domain/command-app.js";
import type { FileOutcome } from "../../domain/install/change-files.js";
import type { InstallPlan } from "../../domain/install/installer.js";
import type { FilePlan } from "../../domain/install/plan-install.js";
import { unifiedDiff } from "../../domain/merge/diff/unified-diff.js";

export type ShownFile = Readonly<ReturnType<typeof showFiles>[number]>;

/** The change of each file in a plan, with its diff. */
export const showFiles = ({ files, hosts, home }: InstallPlan) =>
  files.map((plan) => ({
    file: plan.file,
    change: changeOf(plan),
    diff: diffOf(plan),
    why: plan.refused ?? "",
    // For a person: the path from the home folder on, and what is in it for the agent.
    shown: shownPath(plan.file, home),
    // A file that is restored is no agent's any more.
    agent:
      plan.hosts.length > 0 && isCommand(plan)
        ? yourShell
        : (hosts.find(({ id }) => plan.hosts.includes(id))?.name ?? ""),
    purpose: purposeOf(plan),
  }));

const skillFile = /[^\\/]+([\\/])SKILL\.md$/;

const shownPath = (file: string, home: string): string =>
  (file.startsWith(home) ? `~${file.slice(home.length)}` : file).replace(skillFile, "throughline-*");

/** Heads the command in a plan, where the others head their files. */
export const yourShell = "Your shell";

const isCommand = ({ file }: FilePlan) => /[\\/]bin[\\/]throughline$/.test(file);

/** What each part of a connection is for, in a word and in a sentence. */
const purposes = {
  tools: "search what is known, record lessons",
  hooks: "give each session what it needs, archive it",
  skills: "say when to use the tools",
  command: "`throughline` in your shell",
} as const;

function purposeOf(plan: FilePlan): string {
  if (isCommand(plan)) return "command";
  const { file, items } = plan;
  const isSkill = skillFile.test(file);
  const hasServer = items.some((item) => item.kind === "value" && !item.ifMissing);
  const hasHooks = !isSkill && items.some(({ kind }) => kind !== "value");
  return [hasServer && "tools", isSkill && "skills", hasHooks && "hooks"].filter(Boolean).join(", ");
}

/** With the words around it, what a terminal of 24 lines shows. */
const maxRows = 12;
/** With the other columns, what a terminal of 80 characters shows. */
const maxPathLength = 38;

/** One screen: each agent with its files, how many lines change, and what they are for. */
function planText(files: readonly ShownFile[], { hasLegend = true } = {}): string {
  const changed = files.filter(({ change }) => change !== "none");
  const byPath = rowsBy(changed, ({ agent, shown }) => `${agent}\0${shown}`);
  const rows = byPath.length <= maxRows ? byPath : rowsBy(changed, ({ agent }) => agent);
  const widthOf = (cell: keyof Row) => Math.max(...rows.map((row) => row[cell].length));
  const [agents, paths, lines] = [widthOf("agent"), widthOf("path"), widthOf("lines")];
  const table = rows.map((row, i) => {
    const agent = row.agent === rows[i - 1]?.agent ? "" : row.agent;
    return `  ${agent.padEnd(agents)}  ${row.path.padEnd(paths)}  ${row.lines.padStart(lines)}  ${row.purpose}`.trimEnd();
  });
  const known = Object.entries(purposes).filter(([name]) => rows.some(({ purpose }) => purpose.includes(name)));
  const legend = known.map(([name, meaning]) => `  ${name.padEnd(agents)}  ${meaning}`);
  return joinLines([table, hasLegend && ["", legend]]).trimEnd();
}

type Row = ReturnType<typeof rowOf>;

const rowsBy = (files: readonly ShownFile[], keyOf: (file: ShownFile) => string): Row[] =>
  [...new Set(files.map(keyOf))].map((key) => rowOf(files.filter((file) => keyOf(file) === key)));

function rowOf(files: readonly ShownFile[]) {
  const [{ shown, agent, change, why }] = files as [ShownFile];
  const others = new Set(files.map((file) => file.shown)).size - 1;
  const path = shortPath(shown) + (others > 0 ? ` and ${others} more` : "");
  if (change === "refuse") return { agent, path, lines: "not changed", purpose: why };
  const all = files.flatMap(({ diff }) => diff.split("\n"));
  const count = (sign: RegExp) => all.filter((line) => sign.test(line)).length;
  const [added, removed] = [count(/^\+(?!\+\+ )/), count(/^-(?!-- )/)];
  const isNew = files.every((file) => file.change === "make");
  const lines = [isNew && "new", added > 0 && `+${added}`, removed > 0 && `-${removed}`].filter(Boolean).join(" ");
  const purpose = [...new Set(files.flatMap((file) => file.purpose.split(", ")))].filter(Boolean).join(", ");
  return { agent, path, lines, purpose };
}

/** The beginning and the end say where a file is. */
const shortPath = (path: string): string =>
  path.length <= maxPathLength ? path : `${path.slice(0, 8)}…${path.slice(9 - maxPathLength)}`;

function changeOf({ current, next, refused }: FilePlan) {
  if (refused !== undefined) return "refuse";
  if (current === next) return "none";
  if (current === undefined) return "make";
  return next === undefined ? "remove" : "change";
}

function diffOf({ file, current, next, refused }: FilePlan): string {
  if (refused !== undefined) return "";
  const fromFile = current === undefined ? "/dev/null" : file;
  const toFile = next === undefined ? "/dev/null" : file;
  return unifiedDiff(current ?? "", next ?? "", { fromFile, toFile });
}

const diffText = (files: readonly ShownFile[]): string => files.map(({ diff }) => diff).join("");

/** Why nothing was written. */
export type Held = "dry run" | "no terminal" | "declined";

export interface Answer {
  readonly files: readonly ShownFile[];
  readonly outcomes: readonly FileOutcome[];
  readonly held?: Held;
  /** Whether a person has seen the changes and agreed to them. */
  readonly isAsked?: boolean | undefined;
}

interface Question {
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly title: string;
  /** What happens beside the changes. */
  readonly beside: string;
}

/** Shows the changes and asks, if there is a terminal; `held` says why they must not be made. */
export async function confirmPlan(
  files: readonly ShownFile[],
  { dryRun, yes, title, beside }: Question,
  app: CommandCall,
): Promise<{ readonly held?: Held; readonly isAsked?: boolean }> {
  if (dryRun) return { held: "dry run" };
  if (yes || files.every(({ change }) => change === "none" || change === "refuse")) return {};
  const shown = (text: string) => blankControls(app.redaction.text(text));
  const more = { key: "d", label: "show the diff", text: shown(diffText(files)) };
  const screen = [title, "", planText(files), "", beside].join("\n").trimEnd();
  const answer = await app.ask(`${shown(screen)}\n\nMake these changes?`, { more });
  if (answer === undefined) return { held: "no terminal" };
  return answer ? { isAsked: true } : { held: "declined" };
}

/** What was changed, unless it was shown with the question, and what was not. */
export function outcomeLines({ files, outcomes, held, isAsked }: Answer): Lines {
  if (held === "declined") return reasons.declined;
  if (held === "dry run") {
    const refusals = files.map(({ change, file, why }) => change === "refuse" && `refused   ${file}: ${why}`);
    return [diffText(files).trimEnd() || undefined, refusals, reasons[held]];
  }
  if (held !== undefined) return [planText(files), "", reasons[held]];
  const left = outcomes.filter(({ why }) => why);
  const done = files.filter(({ file }) => !left.some((one) => one.file === file));
  const isShown = isAsked || done.every(({ change }) => change === "none");
  return [
    !isShown && planText(done, { hasLegend: false }),
    left.map(({ outcome, file, why }) => `${outcome.padEnd(9)} ${file}: ${why}`),
  ];
}

const reasons: Record<Held, string> = {
  "dry run": "Nothing was changed: this was a dry run.",
  "no terminal":
    "Nothing was changed: there is no terminal to confirm in. Add --yes to apply the changes, --dry-run to see the diff.",
  declined: "Nothing was changed.",
};
