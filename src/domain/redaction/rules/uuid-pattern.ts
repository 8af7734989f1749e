/** The body of tokens that are UUIDs, in the notation of `parse-token-pattern.ts`. */
export const uuidPattern = "hex*8 '-' hex*4 '-' hex*4 '-' hex*4 '-' hex*12";
