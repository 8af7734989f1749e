import { AppError } from "../../base/errors.js";
import { isObject, parseJson } from "../../base/json.js";
import { areas, schemaVersion, storePath } from "../../store/context/context-layout.js";
import { withNumber } from "../../store/context/decision-markdown.js";
import { decisionFiles, nextNumber } from "../../store/context/decision-store.js";
import { isShareable } from "../../store/context/is-shared.js";
import { asText, jsonText } from "../../store/context/json-file.js";
import { readScope, type Scope } from "../../store/context/scope.js";
import type { Scopes } from "../../store/context/scopes.js";
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
  const files = await Promise.all(paths.map((path) => readBundledFile(project, scopes, path)));
  const manifest = await project.manifest.read();
  return jsonText({
    format,
    schema_version: manifest?.schema_version ?? schemaVersion,
    project: await project.name(),
    files,
  });
}

/** Entries only: the store's own records are rebuilt where the bundle is imported. */
const isBundled = (path: string) =>
  isShareable(path) && /^(?:knowledge|conventions|skills)\/.*[^/]$/.test(path) && !path.endsWith(".meta.json");

const readBundledFile = async (
  { files, redact }: ProjectContext,
  scopes: Scopes,
  path: string,
): Promise<BundledFile> => ({
  path,
  scope: scopes.of(path),
  text: redact((await files.readPlain(scopes.locate(path))) ?? ""),
});

export interface BundleItem {
  readonly path: string;
  readonly scope: Scope;
  readonly action: "added" | "replaced" | "unchanged" | "differs";
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
    for (const file of bundled) items.push(await importFile(project, file, { dryRun, force }));
    return items;
  };
  return dryRun ? importFiles() : project.change(importFiles);
}

function parseBundle(text: string): BundledFile[] {
  const bundle = parseJson(text);
  if (!isObject(bundle) || bundle.format !== format || !Array.isArray(bundle.files)) {
    throw new AppError("invalid", "Not a Throughline bundle.", {
      hint: "Create one with `throughline bundle export`.",
    });
  }
  return bundle.files.filter(isObject).map((file) => {
    const path = asText(file.path);
    if (
      !isBundled(path) ||
      path.split("/").some((part) => part === "" || part.startsWith("..")) ||
      path.includes("\\")
    ) {
      throw new AppError("invalid", `Invalid path in the bundle: ${path}. Nothing was imported.`);
    }
    return { path, scope: readScope(asText(file.scope)) ?? "public", text: asText(file.text) };
  });
}

async function importFile(
  project: ProjectContext,
  bundled: BundledFile,
  { dryRun, force }: { dryRun: boolean; force: boolean },
): Promise<BundleItem> {
  const { files, scopes } = project;
  const file = await withFreeNumber(project, bundled);
  const before = await files.readPlain((await scopes.read()).locate(file.path));
  const action = before === undefined ? "added" : before === file.text ? "unchanged" : force ? "replaced" : "differs";
  if (!dryRun && (action === "added" || action === "replaced"))
    await scopes.write(file.path, { content: file.text, scope: file.scope });
  return { path: file.path, scope: file.scope, action };
}

/** A decision whose number is taken here gets the next one. */
async function withFreeNumber({ decisions }: ProjectContext, bundled: BundledFile): Promise<BundledFile> {
  const folder = `${areas.decisions}/`;
  const [decision] = bundled.path.startsWith(folder) ? decisionFiles([bundled.path.slice(folder.length)]) : [];
  const existing = decision ? await decisions.list() : [];
  if (!decision || !existing.some(({ id, file }) => id === decision.id && file !== decision.file)) return bundled;
  const sameTitle = existing.find(({ file }) => file.replace(/^\d+/, "") === decision.file.replace(/^\d+/, ""));
  const id = sameTitle?.id ?? nextNumber(existing);
  const name = `${String(id).padStart(4, "0")}${decision.file.replace(/^\d+/, "")}`;
  return { ...bundled, path: folder + name, text: withNumber(bundled.text, id) };
}
