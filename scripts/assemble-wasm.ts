import { readFileSync } from "node:fs";
import { join } from "node:path";
import openWabt from "wabt";

const root = join(import.meta.dirname, "..");
const engine = "src/engine";

/** What is computed in WebAssembly: its source, the file its code is kept in, and the name of it there. */
const modules = [
  {
    source: `${engine}/minilm-embedder/kernels.wat`,
    file: `${engine}/minilm-embedder/kernels-code.ts`,
    name: "kernelsCode",
  },
  { source: `${engine}/sign-scan/scan.wat`, file: `${engine}/sign-scan/scan-code.ts`, name: "scanCode" },
];

/** The code that follows from the `.wat` sources, in base64: a bundle is one file, and tests run without a build. */
export async function wasmFiles(): Promise<Map<string, string>> {
  const wabt = await openWabt();
  return new Map(
    modules.map(({ source, file, name }) => {
      const module = wabt.parseWat(source, readFileSync(join(root, source), "utf8"), { simd: true });
      const { buffer } = module.toBinary({});
      module.destroy();
      const code = Buffer.from(buffer).toString("base64");
      return [
        file,
        `// Assembled from ${source.split("/").at(-1)} by \`npm run generate\`.\nexport const ${name} =\n  "${code}";\n`,
      ];
    }),
  );
}
