import { runGit } from "./run-git.js";

interface Setting {
  /** `system`, `global`, `local`, `worktree` or `command`. */
  readonly scope: string;
  readonly name: string;
  readonly value: string;
}

const isOfRepository = ({ scope }: Setting) => scope === "local" || scope === "worktree";

/** The settings that name programs, and where each is from: a repository's own configuration may be someone else's. */
async function readPrograms(top: string): Promise<Setting[]> {
  const names = "^(filter\\..*|credential\\..*helper|core\\.hookspath)$";
  const { out } = await runGit(top, ["config", "--includes", "-z", "--show-scope", "--get-regexp", names], {
    // Without the setting with which other commands run none.
    hooks: true,
  });
  const parts = out.toString().split("\0");
  return parts.flatMap((scope, i) => {
    const [name = "", ...lines] = (parts[i + 1] ?? "").split("\n");
    return i % 2 === 0 && name !== "" ? [{ scope, name, value: lines.join("\n") }] : [];
  });
}

/**
 * The environment of a git that runs no filter, and asks no credential helper but the person's own: git compares files that
 * are as new as its index through filters. As variables, because a name with `=` cannot be an argument.
 */
export async function withoutPrograms(top: string): Promise<Record<string, string>> {
  const programs = await readPrograms(top);
  const filters = new Set(programs.flatMap(({ name }) => /^(filter\..*)\.[^.]*$/s.exec(name)?.[1] ?? []));
  const helpers = programs.filter(({ name }) => name.startsWith("credential."));
  const settings = [
    ...[...filters].flatMap((name) => [
      ...["clean", "smudge", "process"].map((command) => [`${name}.${command}`, ""]),
      [`${name}.required`, "false"],
    ]),
    // An empty value drops those before it. A helper for one address precedes those for all.
    ...new Set(helpers.filter(isOfRepository).map(({ name }) => name)),
  ].flatMap((setting) => (typeof setting === "string" ? [[setting, ""], ...ownHelpers(helpers, setting)] : [setting]));
  const first = Number(process.env.GIT_CONFIG_COUNT ?? 0);
  return Object.fromEntries([
    ["GIT_CONFIG_COUNT", String(first + settings.length)],
    ...settings.flatMap(([key = "", value = ""], i) => [
      [`GIT_CONFIG_KEY_${first + i}`, key],
      [`GIT_CONFIG_VALUE_${first + i}`, value],
    ]),
  ]);
}

const ownHelpers = (helpers: readonly Setting[], name: string): string[][] =>
  helpers
    .filter((one) => !isOfRepository(one) && (one.name === name || one.name === "credential.helper"))
    .map(({ value }) => [name, value]);

/** The folder of the hooks that the person configured for all repositories, and that of this repository. */
export async function hookFolders(top: string): Promise<{ own: string | undefined; repository: string | undefined }> {
  const paths = (await readPrograms(top)).filter(({ name }) => name === "core.hookspath");
  return {
    own: paths.findLast((one) => !isOfRepository(one))?.value,
    repository: paths.findLast(isOfRepository)?.value,
  };
}
