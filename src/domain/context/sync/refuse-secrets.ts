import { AppError } from "../../../base/errors.js";
import { decodeText } from "../../../base/text/decode-text.js";
import type { StoreRepository, StoreTree } from "./store-repository.js";

/** A version of a file. */
interface FileVersion {
  readonly path: string;
  readonly id: string;
}

/** Texts written by hand were not redacted yet: a file that looks like it has a secret is not committed. */
export async function refuseSecrets(
  store: StoreRepository,
  result: StoreTree,
  paths: readonly string[],
): Promise<void> {
  const { redact } = store.project;
  const refuse = (what: string, files: readonly FileVersion[], remedy: string) => {
    if (files.length === 0) return;
    const names = files.map(({ path }) => redact(path)).join(", ");
    throw new AppError("forbidden", `${what} may contain a secret: ${names}.`, {
      hint: `Nothing was committed. ${remedy}; see \`throughline secrets scan\`.`,
    });
  };
  const files = paths.flatMap((path) => {
    const entry = result.get(path);
    return entry ? [{ path, id: entry.id }] : [];
  });
  const named = files.filter(({ path }) => redact(path) !== path);
  refuse("The names of these files", named, "Rename the file, or allow the name");
  const suspicious = await findSecretTexts(store, files);
  refuse("These files", suspicious, "Remove the secret, make the entry private, or allow it");
}

interface CommitRange {
  readonly from: string | undefined;
  readonly of: string;
  /** The commits also have code: only the files of the store are looked at. */
  readonly hasCode?: boolean;
}

/** Where commits that no remote has, or that `from` does not have, hold a secret: in a file, its name, a message or an author. */
export async function findSecretsInHistory(
  store: StoreRepository,
  { from, of, hasCode = false }: CommitRange,
): Promise<string[]> {
  const { redact } = store.project;
  const commits = await store.repository.newCommits(of, from, hasCode ? store.folder : undefined);
  const files = commits.flatMap((commit) => commit.files);
  const texts = await findSecretTexts(store, files);
  const locations = commits.flatMap(({ id, people, message, files }) => [
    ...(redact(people) === people ? [] : [`${id.slice(0, 7)} (its author)`]),
    ...(redact(message) === message ? [] : [`${id.slice(0, 7)} (its message)`]),
    ...files
      .filter((file) => texts.includes(file) || redact(file.path) !== file.path)
      .map(({ path }) => `${id.slice(0, 7)} (${redact(path)})`),
  ]);
  return [...new Set(locations)];
}

/** Once pushed, a secret stays in the history of every clone, even if a later commit removed it. */
export async function refuseSecretsInHistory(store: StoreRepository, range: CommitRange): Promise<void> {
  const locations = await findSecretsInHistory(store, range);
  if (locations.length === 0) return;
  const isOnlyName = locations.every((one) => one.endsWith("(its author)"));
  const start = isOnlyName ? "Correct your name with `git config user.name`, then replace" : "Replace";
  // Not "secret:" before an id, which would look like one itself.
  const message = `Unpushed commits may contain a secret, in ${locations.join(", ")}. Nothing was pushed.`;
  throw new AppError("forbidden", message, {
    hint: `${start} the unpushed commits of the store with one: \`throughline sync squash\`. Then push again.`,
  });
}

/** The name of a branch is published with it. */
export function refuseSecretBranch({ project }: StoreRepository, branch: string): void {
  if (project.redact(branch) === branch) return;
  throw new AppError("forbidden", "The name of this branch looks like a secret. Nothing was pushed.", {
    hint: "Rename it with `git branch -m <name>`, then push again.",
  });
}

/** Files read at once, so that a long history does not fill the memory. */
const batchSize = 64;

async function findSecretTexts({ project: { redact }, repository }: StoreRepository, files: readonly FileVersion[]) {
  const suspicious: FileVersion[] = [];
  for (let i = 0; i < files.length; i += batchSize) {
    const batch = files.slice(i, i + batchSize);
    const contents = await repository.readBlobs(batch.map(({ id }) => id));
    const texts = contents.map((content) => decodeText(content) ?? content.toString());
    suspicious.push(...batch.filter((_, n) => redact(texts[n] ?? "") !== texts[n]));
  }
  return suspicious;
}
