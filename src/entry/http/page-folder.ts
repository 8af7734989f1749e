import { join } from "node:path";

/** In the folder of the bundles; when run from sources, in the output of the last build. */
export const pageFolder =
  typeof __dirname === "string" ? join(__dirname, "..", "page") : join(process.cwd(), "dist", "page");
