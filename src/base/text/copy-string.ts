/** A copy that shares no memory: V8's sliced strings keep the whole string they were cut from alive. */
export const copyString = (text: string): string =>
  text.length < minSlicedLength ? text : Buffer.from(text).toString();

/** V8 always copies shorter slices. */
const minSlicedLength = 13;
