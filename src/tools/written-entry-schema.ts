import { answerOf } from "./answer-schema.js";

/** Shared by the tools that add knowledge and conventions. */
export const writtenEntry = answerOf({
  status: "string",
  key: "string",
  scope: "string",
  "warning?": "string",
  "store_created?": "string",
  "note?": "string",
});
