import type { Command } from "../../commands/define-command.js";
import type { CommandCall } from "../../domain/command-app.js";
import { remediationCategories } from "../../domain/memory/remediation-categories.js";
import { recallKinds } from "../../domain/recall/shown-hit.js";
import { allHosts } from "../../hosts/all-hosts.js";
import { scopes } from "../../store/context/scope.js";
import { optionsOf } from "./parse-arguments.js";

/** Values of flags whose declaration accepts any text, such as lists and former spellings. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  kind: recallKinds,
  scope: scopes,
  category: remediationCategories,
  agent: allHosts.map(({ id }) => id),
};

/** Flags whose values depend on what is stored: the script asks `throughline completion projects`. */
export const projectFlags = ["project", "project-id", "project-path"];

/** Values by flag, of all commands that have it: `--sort` → date, frequency, relevance. */
export function flagValuesOf(commands: readonly Command[]): [string, string[]][] {
  const map = new Map<string, Set<string>>();
  for (const { flag, values = [] } of commands.flatMap(optionsOf))
    for (const value of [...values, ...(knownValues[flag] ?? [])])
      map.set(flag, (map.get(flag) ?? new Set()).add(value));
  return [...map].map(([flag, values]) => [flag, [...values].sort()]);
}

/** Names of projects with sessions or repositories, one per line; none with a space, which a shell would split. */
export async function projectNames({ overview, bridge, call }: CommandCall): Promise<string> {
  const [active, { projects }] = await Promise.all([overview.projects(call), bridge.projects.list(call)]);
  const names = new Set([...active, ...projects].map(({ name }) => name));
  return [...names].filter((name) => /^[\w./@-]+$/.test(name)).join("\n");
}
