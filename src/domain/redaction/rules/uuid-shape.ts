/** The body of tokens that are UUIDs, in the notation of shapes. */
export const uuidShape = "hex*8 '-' hex*4 '-' hex*4 '-' hex*4 '-' hex*12";
