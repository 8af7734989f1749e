import * as z from "zod";
import { defineCommand } from "../define-command.js";

export const storageInfo = defineCommand({
  name: "storage info",
  summary: "Show the database location and size.",
  input: z.object({}),
  examples: ["storage info"],
  run: (_, app) => app.bridge.storage.info(),
  toText: ({ adapter, path, sizeHuman }) => `${adapter} ${path} (${sizeHuman})`,
});
