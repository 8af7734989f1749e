import { basename, join } from "node:path";
import { type BuildOptions, build, type Metafile, transform } from "esbuild";
import { writeBundle, writeLoader, writeStarter } from "./compiled-entry.js";

interface SharedBuild {
  /** Paths of the entries. */
  readonly entryPoints: readonly string[];
  readonly folder: string;
  readonly options: BuildOptions;
  /** V8 flags of an entry by its name. */
  readonly flagsOf: Readonly<Record<string, string>>;
}

/**
 * Bundles entries that have most of their code in common: what several of them load is in chunks of its own. The bundler
 * splits only ES modules, so each part is made CommonJS afterwards. Returns the metafile of each entry, by its name.
 */
export async function bundleShared(shared: SharedBuild): Promise<Map<string, Metafile>> {
  const { metafile, outputFiles } = await build({
    ...shared.options,
    entryPoints: [...shared.entryPoints],
    outdir: shared.folder,
    splitting: true,
    format: "esm",
    entryNames: "[name]",
    chunkNames: "shared-[hash]",
    metafile: true,
    write: false,
  });
  writeLoader(shared.folder);
  for (const { path, text } of outputFiles ?? []) {
    const { code } = await transform(text, { ...asCommonJs, sourcefile: `${basename(path, ".js")}.mjs` });
    writeBundle(join(shared.folder, `${basename(path, ".js")}.bundle.js`), code);
  }
  const byEntry = new Map<string, Metafile>();
  for (const [path, { entryPoint }] of Object.entries(metafile.outputs)) {
    const name = basename(path, ".js");
    if (!shared.entryPoints.some((entry) => entryPoint !== undefined && entry.endsWith(entryPoint))) continue;
    const outputs = loadedBy(path, metafile);
    writeStarter(shared.folder, name, { parts: outputs.map(partName), flags: shared.flagsOf[name] ?? "" });
    byEntry.set(name, restrictedTo(outputs, metafile));
  }
  return byEntry;
}

const asCommonJs = {
  format: "cjs",
  platform: "node",
  target: "node20",
  minifyWhitespace: true,
  minifySyntax: true,
  // `import()` becomes `require`: loading a module would cost more than what is in it.
  supported: { "dynamic-import": false },
} as const;

const partName = (path: string): string => basename(path, ".js");

/** An output and the chunks that it imports, each after those that it needs itself. */
function loadedBy(path: string, metafile: Metafile, loaded: string[] = []): string[] {
  const { imports } = metafile.outputs[path] ?? { imports: [] };
  for (const { path: to, kind } of imports)
    if (kind === "import-statement" && to in metafile.outputs && !loaded.includes(to)) loadedBy(to, metafile, loaded);
  if (!loaded.includes(path)) loaded.push(path);
  return loaded;
}

function restrictedTo(paths: readonly string[], { inputs, outputs }: Metafile): Metafile {
  const chosen = Object.fromEntries(paths.flatMap((path) => (outputs[path] ? [[path, outputs[path]]] : [])));
  const names = new Set(Object.values(chosen).flatMap((output) => Object.keys(output.inputs)));
  return { inputs: Object.fromEntries(Object.entries(inputs).filter(([name]) => names.has(name))), outputs: chosen };
}
