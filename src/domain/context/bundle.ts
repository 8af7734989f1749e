import { AppError } from "../../base/errors.js";
import { isObject, parseJson } from "../../base/json.js";
import { schemaVersion, storePath } from "../../store/context/context-layout.js";
import { withNumber } from "../../store/context/decision-markdown.js";
import { nextNumber } from "../../store/context/decision-store.js";
import { isShareable } from "../../store/context/is-shared.js";
import { asText, jsonText } from "../../store/context/json-file.js";
import { readScope, type Scope } from "../../store/context/scope.js";
import { decisionsAmong, numberedPath } from "./private-names.js";
import type { ProjectContext } from "./project-context.js";

const format = "throughline-bundle";

interface BundledFile {
  readonly path: string;
  readonly scope: Scope;
  readonly text: string;
}

/** Knowledge, conventions, decisions and skills with their scopes, as one text without secrets. */
export async function writeBundle(project: ProjectContext, { all }: { all: boolean }): Promise<string> {
  const scopes = await project.scopes.read();
  const everything = new Set([...(await project.files.tree(storePath(project.root))), ...scopes.privatePaths]);
  const paths = [...everything].filter((path) => isBundled(path) && (all || scopes.of(path) === "public")).sort();
  const reads = paths.map(async (path): Promise<BundledFile> => {
    const text = (await project.files.readPlain(scopes.locate(path))) ?? "";
    return { path, scope: scopes.of(path), text: project.redact(text) };
  });
  const schema_version = (await project.manifest.read())?.schema_version ?? schemaVersion;
  return jsonText({ format, schema_version, project: await project.name(), files: await Promise.all(reads) });
}

/** Entries only: the store's own records are rebuilt where the bundle is imported. */
const isBundled = (path: string) =>
  isShareable(path) && /^(?:knowledge|conventions|skills)\/.*[^/]$/.test(path) && !path.endsWith(".meta.json");

export interface BundleItem extends Omit<BundledFile, "text"> {
  readonly action: ReturnType<typeof importAction>;
}

/** Imports a bundle: scope before content. Entries that differ here stay unless `force` is set. */
export async function readBundle(
  project: ProjectContext,
  text: string,
  { dryRun, force }: { dryRun: boolean; force: boolean },
): Promise<BundleItem[]> {
  const bundled = parseBundle(text);
  const importFiles = async () => {
    const items: BundleItem[] = [];
    for (const one of bundled) {
      const file = await withFreeNumber(project, one);
      const { path, scope } = file;
      const before = await project.files.readPlain((await project.scopes.read()).locate(path));
      const action = importAction(before, file.text, force);
      if (!dryRun && (action === "added" || action === "replaced"))
        await project.scopes.write(path, { content: file.text, scope });
      items.push({ path, scope, action });
    }
    return items;
  };
  return dryRun ? importFiles() : project.change(importFiles);
}

/** What an import does with a text. `differs`: the store has another version, which stays unless `force` is set. */
export function importAction(before: string | undefined, text: string, force: boolean) {
  if (before === undefined) return "added";
  if (before === text) return "unchanged";
  return force ? "replaced" : "differs";
}

function parseBundle(text: string): BundledFile[] {
  const bundle = parseJson(text);
  if (!isObject(bundle) || bundle.format !== format || !Array.isArray(bundle.files))
    throw new AppError("invalid", "Not a Throughline bundle.", {
      hint: "Create one with `throughline bundle export`.",
    });
  return bundle.files.filter(isObject).map((file) => {
    const path = asText(file.path);
    const leavesStore = path.includes("\\") || path.split("/").some((part) => part === "" || part.startsWith(".."));
    if (leavesStore || !isBundled(path))
      throw new AppError("invalid", `Invalid path in the bundle: ${path}. Nothing was imported.`);
    return { path, scope: readScope(asText(file.scope)) ?? "public", text: asText(file.text) };
  });
}

/** A decision whose number is taken here gets the next one. */
async function withFreeNumber({ decisions }: ProjectContext, bundled: BundledFile): Promise<BundledFile> {
  const [decision] = decisionsAmong([bundled.path]);
  const existing = decision ? await decisions.list() : [];
  if (!decision || !existing.some(({ id, file }) => id === decision.id && file !== decision.file)) return bundled;
  const sameTitle = existing.find(({ file }) => file.replace(/^\d+/, "") === decision.file.replace(/^\d+/, ""));
  const id = sameTitle?.id ?? nextNumber(existing);
  return { ...bundled, path: numberedPath(decision.file, id), text: withNumber(bundled.text, id) };
}
