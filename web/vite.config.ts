import { join } from "node:path";
import { defineConfig } from "vite";

const root = import.meta.dirname;

/** Builds the page, which `throughline serve` serves as static files. */
export default defineConfig({
  root,
  // Relative, because a proxy may serve the page under a path.
  base: "./",
  logLevel: "warn",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: join(root, "..", "dist", "page"),
    emptyOutDir: true,
    target: "es2022",
    // Inlined files would be `data:` URLs, which the content security policy blocks.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
