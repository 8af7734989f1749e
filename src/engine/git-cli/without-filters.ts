import { runGit } from "./run-git.js";

/**
 * The environment of a git that runs no filter: git compares files that are as new as its index through the filters that
 * the repository configures. As variables, because a name with `=` cannot be an argument.
 */
export async function withoutFilters(top: string): Promise<Record<string, string>> {
  const { out } = await runGit(top, ["config", "--includes", "-z", "--name-only", "--get-regexp", "^filter\\."]);
  const names = new Set(
    out
      .toString()
      .split("\0")
      .flatMap((key) => /^(filter\..*)\.[^.]*$/s.exec(key)?.[1] ?? []),
  );
  const settings = [...names].flatMap((name) => [
    ...["clean", "smudge", "process"].map((command) => [`${name}.${command}`, ""]),
    [`${name}.required`, "false"],
  ]);
  const first = Number(process.env.GIT_CONFIG_COUNT ?? 0);
  return Object.fromEntries([
    ["GIT_CONFIG_COUNT", String(first + settings.length)],
    ...settings.flatMap(([key = "", value = ""], i) => [
      [`GIT_CONFIG_KEY_${first + i}`, key],
      [`GIT_CONFIG_VALUE_${first + i}`, value],
    ]),
  ]);
}
