// Prints the folders of src and web with their purposes, sizes and imports, as docs/map.md shows them.
// Usage: npm run map
import { mapFiles } from "./folder-map.js";

for (const text of mapFiles().values()) process.stdout.write(text);
