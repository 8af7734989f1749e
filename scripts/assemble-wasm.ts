import { readFileSync } from "node:fs";
import { join } from "node:path";
import openWabt from "wabt";

const root = join(import.meta.dirname, "..");
/** WebAssembly modules: the folder and name of each source; the code is written to the same folder. */
const modules = [
  { folder: "src/engine/sqlite", name: "scan" },
  { folder: "src/engine/minilm-embedder", name: "kernels" },
  { folder: "src/engine/minilm-embedder", name: "max-sim" },
];

/** The modules compiled from the `.wat` sources, in base64: a bundle is one file, and tests run without a build. */
export async function wasmFiles(): Promise<Map<string, string>> {
  const wabt = await openWabt();
  return new Map(
    modules.map(({ folder, name }) => {
      const source = `${name}.wat`;
      const module = wabt.parseWat(source, readFileSync(join(root, folder, source), "utf8"), { simd: true });
      const { buffer } = module.toBinary({});
      module.destroy();
      const code = Buffer.from(buffer).toString("base64");
      const variable = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
      const text = `// Assembled from ${source} by \`npm run generate\`.\nexport const ${variable}Code =\n  "${code}";\n`;
      return [`${folder}/${name}-code.ts`, text];
    }),
  );
}
