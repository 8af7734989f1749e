import signs from "../../../../data/repository-signs.json" with { type: "json" };
import { isObject } from "../../../base/json.js";
import { valueInToml } from "../../formats/read-toml.js";

/** Facts that one manifest declares. */
export interface ManifestFacts {
  readonly type?: string | undefined;
  readonly technologies?: readonly string[];
  readonly entryPoint?: string | undefined;
  readonly scripts?: Readonly<Record<string, string>>;
}

type Texts = Readonly<Record<string, string>>;

/** What a manifest means. Expressions are over file names and paths, `types` also over its text. */
interface Row {
  /** Matches the file name, in the root or a nested package. */
  readonly file: string;
  readonly type?: string;
  /** The first whose text or file is there, before `type`. */
  readonly types?: readonly { readonly text?: string; readonly present?: string; readonly type: string }[];
  readonly technologies?: readonly string[];
  /** Technologies by a word in the text. */
  readonly words?: Texts;
  /** Technologies by the name of a dependency. */
  readonly dependencies?: Texts;
  /** Package managers by their lock files. */
  readonly locks?: Texts;
  /** The first of these files is the entry point, or else the first that `entry` matches. */
  readonly entries?: readonly string[];
  readonly entry?: string;
  readonly scripts?: Texts;
  /** The file without which there are no scripts. */
  readonly scriptsNeed?: string;
  /** What this format says in a form of its own. */
  readonly read?: keyof typeof readers;
}

interface Manifest {
  readonly file: RegExp;
  read(text: string, files: ReadonlySet<string>): ManifestFacts;
}

/** By precedence: the first manifest that declares a type, an entry point or a script wins. */
export const manifests: readonly Manifest[] = (signs.manifests as readonly Row[]).map((row) => ({
  file: new RegExp(row.file),
  read: (text, files) => ({ ...readRow(row, text, files), ...(row.read ? readers[row.read](text, files, row) : {}) }),
}));

function readRow(row: Row, text: string, files: ReadonlySet<string>): ManifestFacts {
  const special = row.types?.find(
    (one) =>
      (one.text !== undefined && new RegExp(one.text, "m").test(text)) ||
      (one.present !== undefined && firstMatching(files, one.present) !== undefined),
  );
  const entry = row.entries?.find((name) => files.has(name)) ?? (row.entry && firstMatching(files, row.entry));
  return {
    type: special?.type ?? row.type,
    technologies: [...(row.technologies ?? []), ...valuesWhere(row.words, (word) => text.includes(word))],
    entryPoint: entry || undefined,
    scripts: row.scriptsNeed && !files.has(row.scriptsNeed) ? {} : (row.scripts ?? {}),
  };
}

const firstMatching = (files: ReadonlySet<string>, pattern: string) => {
  const expression = new RegExp(pattern);
  return [...files].sort().find((file) => expression.test(file));
};

const valuesWhere = (texts: Texts = {}, isThere: (key: string) => boolean): string[] =>
  Object.entries(texts).flatMap(([key, value]) => (isThere(key) ? [value] : []));

const readers = { package: readPackageJson, pyproject: readPyproject, composer: readComposer, make: readMakefile };

function readPackageJson(text: string, files: ReadonlySet<string>, row: Row): ManifestFacts {
  const manifest = readObject(text);
  const dependencies = ["dependencies", "devDependencies", "peerDependencies"].map((name) => objectIn(manifest, name));
  const scripts = stringsIn(manifest, "scripts");
  const isWorkspace = manifest.workspaces !== undefined || files.has("pnpm-workspace.yaml");
  const isLibrary = !("start" in scripts) && (manifest.exports !== undefined || manifest.types !== undefined);
  const { main, module, bin } = manifest;
  const programs = typeof bin === "string" ? [bin] : Object.values(stringsIn(manifest, "bin"));
  const declared = [main, module, ...programs].find((one): one is string => typeof one === "string");
  return {
    type: isWorkspace ? "Node.js workspace" : isLibrary ? "Node.js library" : "Node.js application",
    technologies: [
      "Node.js",
      ...valuesWhere(row.dependencies, (name) => dependencies.some((one) => name in one)),
      ...(files.has("tsconfig.json") ? ["TypeScript"] : []),
      ...valuesWhere(row.locks, (file) => files.has(file)),
      ...(manifest.workspaces === undefined ? [] : ["workspaces"]),
    ],
    ...(declared === undefined ? {} : { entryPoint: declared.replace(/^\.\//, "") }),
    scripts,
  };
}

function readPyproject(text: string, _: ReadonlySet<string>, row: Row): ManifestFacts {
  const { tool, project } = readObject(text, (toml) => valueInToml(toml, []));
  const tools = fieldsOf(tool);
  const builders = { poetry: "Poetry", uv: "uv", hatch: "Hatch", pdm: "PDM" };
  const frameworks = valuesWhere(row.words, (word) => text.includes(word));
  return {
    technologies: ["Python", ...valuesWhere(builders, (name) => name in tools), ...frameworks],
    scripts: { ...stringsIn(fieldsOf(tools.poetry), "scripts"), ...stringsIn(fieldsOf(project), "scripts") },
  };
}

function readComposer(text: string, _: ReadonlySet<string>, row: Row): ManifestFacts {
  const manifest = readObject(text);
  const required = JSON.stringify({ ...objectIn(manifest, "require"), ...objectIn(manifest, "require-dev") });
  const frameworks = valuesWhere(row.words, (word) => required.includes(word));
  return { technologies: ["PHP", "Composer", ...frameworks], scripts: stringsIn(manifest, "scripts") };
}

/** Targets for people: neither patterns nor files with extensions. */
function readMakefile(text: string): ManifestFacts {
  const targets = [...text.matchAll(/^([A-Za-z][\w-]*)\s*:(?!=)/gm)].map(([, target = ""]) => target).slice(0, 50);
  return { scripts: Object.fromEntries(targets.map((target) => [target, `make ${target}`])) };
}

/** An invalid manifest must not fail the description. */
function readObject(text: string, parse: (text: string) => unknown = JSON.parse): Record<string, unknown> {
  try {
    return fieldsOf(parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const objectIn = (from: Readonly<Record<string, unknown>>, name: string) => fieldsOf(from[name]);

const stringsIn = (from: Readonly<Record<string, unknown>>, name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectIn(from, name)).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
