import type { Migration } from "./migration.js";

/** On a server, the words of a query are counted by one function, which is created after the last step. */
export const m0034CountedWords: Migration = {
  name: "m0034-counted-words",
  needs: "m0026-error-signatures",
  async up() {},
};
