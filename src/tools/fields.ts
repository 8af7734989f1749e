import * as z from "zod";

/** Kept as plain text in schemas: zod's own date-time type would put a long expression into every listing. */
export const timestamp = z.string().describe("ISO 8601, UTC.");

export const scopeField = z.string().default("").describe("public, private or ephemeral; empty keeps it.");

/** An answer that says what became of the call; more may stand beside it. */
export const outcome = z.looseObject({ status: z.string() });

/** An answer whose parts are named in the reference of the contract, not in every listing. */
export const anyObject = z.looseObject({});

/** The same as a list. */
export const anyObjects = z.array(anyObject);
