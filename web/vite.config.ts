import { join } from "node:path";
import { defineConfig } from "vite";

const root = import.meta.dirname;

/** The page, for `throughline serve` to give to browsers as it is. */
export default defineConfig({
  root,
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: join(root, "..", "dist", "page"),
    emptyOutDir: true,
    target: "es2022",
    // Inlined files would be `data:` addresses, which the page's content policy keeps out.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
