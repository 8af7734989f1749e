import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const folder = "src/engine/minilm-embedder";

/**
 * The programs of worker threads, each as one string: the product's bundle is one file, and tests run without a build.
 * `wasm` is the generated WebAssembly that they contain.
 */
export async function workerFiles(wasm: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    entryPoints: [join(root, folder, "embed-worker.ts")],
    ...{ bundle: true, minify: true, write: false, absWorkingDir: root, legalComments: "none", logLevel: "warning" },
    ...{ platform: "node", format: "cjs", target: "node20" },
    plugins: [
      {
        name: "generated",
        setup: ({ onLoad }) =>
          onLoad({ filter: /-code\.ts$/ }, ({ path }) => ({
            contents: wasm.get(path.slice(root.length + 1).replaceAll("\\", "/")) ?? "",
            loader: "ts",
          })),
      },
    ],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  const text = `// Bundled from embed-worker.ts by \`npm run generate\`.\nexport const embedWorkerCode =\n  "${code}";\n`;
  return new Map([[`${folder}/embed-worker-code.ts`, text]]);
}
