import { defineConfig } from "vitest/config";

/** The floors that are measured on this folder's data. They take no part in the tests of the product. */
export default defineConfig({ test: { root: import.meta.dirname, include: ["**/*.test.ts"], testTimeout: 60_000 } });
