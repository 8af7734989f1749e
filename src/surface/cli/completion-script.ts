import { AppError } from "../../base/errors.js";
import { processCommands } from "../../commands/catalog.js";
import type { Command } from "../../commands/define-command.js";
import type { CommandCall } from "../../domain/command-app.js";
import { remediationCategories } from "../../domain/memory/remediation-categories.js";
import { recallKinds } from "../../domain/recall/shown-hit.js";
import { allHosts } from "../../hosts/all-hosts.js";
import { scopes } from "../../store/context/scope.js";
import { optionsOf } from "./parse-arguments.js";

/** Words that may follow, by what was typed before. */
type Table = readonly (readonly [after: string, words: readonly string[]])[];

/** The values of each key, without duplicates and sorted. */
function tableOf(pairs: readonly (readonly [string, string])[]): Table {
  const table = new Map<string, Set<string>>();
  for (const [key, value] of pairs) table.set(key, (table.get(key) ?? new Set()).add(value));
  return [...table].map(([key, values]) => [key, [...values].sort()]);
}

/** Completions by the words typed so far: `memory` → record, search. */
const completionsOf = (commands: readonly Command[]): Table =>
  tableOf([
    ...[...commands, ...processCommands].flatMap(({ name }) =>
      name.split(" ").map((word, i, words) => [words.slice(0, i).join(" "), word] as const),
    ),
    ...commands.flatMap((command) =>
      [...optionsOf(command).map(({ flag }) => flag), "json", "help"].map(
        (flag) => [command.name, `--${flag}`] as const,
      ),
    ),
  ]);

/** Values of flags whose declaration accepts any text, such as lists and former spellings. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  kind: recallKinds,
  scope: scopes,
  category: remediationCategories,
  agent: allHosts.map(({ id }) => id),
};

/** Flags whose values depend on what is stored: the script asks `throughline completion projects`. */
const projectFlags = ["project", "project-id", "project-path"];

/** Values by flag, of all commands that have it: `--sort` → date, frequency, relevance. */
const flagValuesOf = (commands: readonly Command[]): Table =>
  tableOf(
    commands
      .flatMap(optionsOf)
      .flatMap(({ flag, values = [] }) =>
        [...values, ...(knownValues[flag] ?? [])].map((value) => [flag, value] as const),
      ),
  );

/** Names of projects with sessions or repositories, one per line; none with a space, which a shell would split. */
export async function projectNames({ overview, bridge, call }: CommandCall): Promise<string> {
  const [active, { projects }] = await Promise.all([overview.projects(call), bridge.projects.list(call)]);
  const names = new Set([...active, ...projects].map(({ name }) => name));
  return [...names].filter((name) => /^[\w./@-]+$/.test(name)).join("\n");
}

export function completionScript(shell: string, commands: readonly Command[]): string {
  const [table, values] = [completionsOf(commands), flagValuesOf(commands)];
  if (shell === "bash") return bash(table, values);
  if (shell === "zsh") return `autoload -U +X bashcompinit && bashcompinit\n${bash(table, values)}`;
  if (shell === "fish") return fish(table, values);
  throw new AppError("invalid", shell === "" ? "Missing shell." : `Unsupported shell: ${shell}.`, {
    hint: "Use `throughline completion bash`, `zsh` or `fish`.",
  });
}

const bash = (table: Table, values: Table) => `_throughline() {
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1}" offered=""
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${values.map(([flag, words]) => `    --${flag}) offered="${words.join(" ")}" ;;`).join("\n")}
    ${projectFlags.map((flag) => `--${flag}`).join("|")}) offered="$(throughline completion projects 2>/dev/null)" ;;
  esac
  while [ -z "$offered" ]; do
    case "$typed" in
${table.map(([after, words]) => `      "${after}") offered="${words.join(" ")}" ;;`).join("\n")}
    esac
    if [ -n "$offered" ] || [ -z "$typed" ]; then break; fi
    case "$typed" in *" "*) typed="\${typed% *}" ;; *) typed="" ;; esac
  done
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _throughline throughline tl
`;

const fish = (table: Table, values: Table) =>
  [
    ...values.map(([flag, words]) => `-l ${flag} -x -a '${words.join(" ")}'`),
    ...projectFlags.map((flag) => `-l ${flag} -x -a '(throughline completion projects 2>/dev/null)'`),
    ...table.map(([after, words]) => {
      const last = after.split(" ").at(-1);
      const condition = last === "" ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${last}`;
      return `-n '${condition}' -a '${words.join(" ")}'`;
    }),
  ]
    .flatMap((line) => [`complete -c throughline ${line}\n`, `complete -c tl ${line}\n`])
    .join("");
