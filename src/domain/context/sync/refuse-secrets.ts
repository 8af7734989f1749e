import { AppError } from "../../../base/errors.js";
import { decodeText } from "../../../base/text/decode-text.js";
import type { ProjectContext } from "../project-context.js";
import type { StoreRepository, StoreTree } from "./store-repository.js";

/** A version of a file. */
interface FileVersion {
  readonly path: string;
  readonly id: string;
}

/** Texts written by hand were not redacted yet: a file that looks like it has a secret is not committed. */
export async function refuseSecrets(
  project: ProjectContext,
  { repository }: StoreRepository,
  result: StoreTree,
  paths: readonly string[],
): Promise<void> {
  const files = paths.flatMap((path) => {
    const entry = result.get(path);
    return entry ? [{ path, id: entry.id }] : [];
  });
  const named = files.filter(({ path }) => hasSecretName(project, path));
  if (named.length > 0)
    throw new AppError("forbidden", `The names of these files may contain a secret: ${namesOf(project, named)}.`, {
      hint: "Nothing was committed. Rename the file, or allow the name; see `throughline secrets scan`.",
    });
  const suspicious = await findSecretTexts(project, repository, files);
  if (suspicious.length === 0) return;
  throw new AppError("forbidden", `These files may contain a secret: ${namesOf(project, suspicious)}.`, {
    hint: "Nothing was committed. Remove the secret, make the entry private, or allow it; see `throughline secrets scan`.",
  });
}

/** Where commits that no remote has, or that `from` does not have, hold a secret: in a file, its name, a message or an author. */
export async function findSecretsInHistory(
  project: ProjectContext,
  { repository, folder }: StoreRepository,
  { from, of, hasCode = false }: { from: string | undefined; of: string; hasCode?: boolean },
): Promise<string[]> {
  const { redact } = project;
  const commits = await repository.newCommits(of, from, hasCode ? folder : undefined);
  const texts = await findSecretTexts(
    project,
    repository,
    commits.flatMap(({ files }) => files),
  );
  const locations = commits.flatMap(({ id, people, message, files }) => [
    ...(redact(people) === people ? [] : [`${id.slice(0, 7)} (its author)`]),
    ...(redact(message) === message ? [] : [`${id.slice(0, 7)} (its message)`]),
    ...files
      .filter((file) => texts.includes(file) || hasSecretName(project, file.path))
      .map(({ path }) => `${id.slice(0, 7)} (${redact(path)})`),
  ]);
  return [...new Set(locations)];
}

/** Once pushed, a secret stays in the history of every clone, even if a later commit removed it. */
export async function refuseSecretsInHistory(
  project: ProjectContext,
  store: StoreRepository,
  range: { from: string | undefined; of: string },
): Promise<void> {
  const locations = await findSecretsInHistory(project, store, range);
  if (locations.length === 0) return;
  // Not "secret:" before an id, which would look like one itself.
  throw new AppError(
    "forbidden",
    `Unpushed commits may contain a secret, in ${locations.join(", ")}. Nothing was pushed.`,
    {
      hint: locations.every((one) => one.endsWith("(its author)"))
        ? "Correct your name with `git config user.name`, then replace the unpushed commits of the store with one: `throughline sync squash`. Then push again."
        : "Replace the unpushed commits of the store with one: `throughline sync squash`. Then push again.",
    },
  );
}

/** The name of a branch is published with it. */
export function refuseSecretBranch({ redact }: ProjectContext, branch: string): void {
  if (redact(branch) === branch) return;
  throw new AppError("forbidden", "The name of this branch looks like a secret. Nothing was pushed.", {
    hint: "Rename it with `git branch -m <name>`, then push again.",
  });
}

const hasSecretName = ({ redact }: ProjectContext, path: string) => redact(path) !== path;

/** Files read at once, so that a long history does not fill the memory. */
const batchSize = 64;

async function findSecretTexts(
  { redact }: ProjectContext,
  repository: StoreRepository["repository"],
  files: readonly FileVersion[],
): Promise<FileVersion[]> {
  const suspicious: FileVersion[] = [];
  for (let i = 0; i < files.length; i += batchSize) {
    const batch = files.slice(i, i + batchSize);
    const texts = (await repository.readBlobs(batch.map(({ id }) => id))).map(
      (content) => decodeText(content) ?? content.toString(),
    );
    suspicious.push(...batch.filter((_, n) => redact(texts[n] ?? "") !== texts[n]));
  }
  return suspicious;
}

const namesOf = ({ redact }: ProjectContext, files: readonly FileVersion[]) =>
  files.map(({ path }) => redact(path)).join(", ");
