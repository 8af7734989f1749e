import { AppError } from "../../base/errors.js";
import { processCommands } from "../../commands/catalog.js";
import type { Command } from "../../commands/define-command.js";
import { flagValuesOf, projectFlags } from "./completion-values.js";
import { optionsOf } from "./parse-arguments.js";

/** Completions by the words typed so far: `memory` → record, search. */
function completionsOf(commands: readonly Command[]): Map<string, string[]> {
  const map = new Map<string, Set<string>>();
  const add = (after: string, word: string) => map.set(after, (map.get(after) ?? new Set()).add(word));
  for (const { name } of [...commands, ...processCommands]) {
    const words = name.split(" ");
    for (const [i, word] of words.entries()) add(words.slice(0, i).join(" "), word);
  }
  for (const command of commands) {
    for (const { flag } of optionsOf(command)) add(command.name, `--${flag}`);
    add(command.name, "--json");
    add(command.name, "--help");
  }
  return new Map([...map].map(([after, words]) => [after, [...words].sort()]));
}

export function completionScript(shell: string, commands: readonly Command[]): string {
  const [table, values] = [[...completionsOf(commands)], flagValuesOf(commands)];
  if (shell === "bash") return bash(table, values);
  if (shell === "zsh") return `autoload -U +X bashcompinit && bashcompinit\n${bash(table, values)}`;
  if (shell === "fish") return fish(table, values);
  throw new AppError("invalid", shell === "" ? "Missing shell." : `Unsupported shell: ${shell}.`, {
    hint: "Use `throughline completion bash`, `zsh` or `fish`.",
  });
}

type Table = readonly [string, string[]][];

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

const programs = ["throughline", "tl"];

const fish = (table: Table, values: Table) =>
  [
    ...values.flatMap(([flag, words]) =>
      programs.map((name) => `complete -c ${name} -l ${flag} -x -a '${words.join(" ")}'`),
    ),
    ...projectFlags.flatMap((flag) =>
      programs.map((name) => `complete -c ${name} -l ${flag} -x -a '(throughline completion projects 2>/dev/null)'`),
    ),
    ...table.flatMap(([after, words]) => {
      const condition =
        after === "" ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${after.split(" ").at(-1)}`;
      return programs.map((name) => `complete -c ${name} -n '${condition}' -a '${words.join(" ")}'`);
    }),
    "",
  ].join("\n");
