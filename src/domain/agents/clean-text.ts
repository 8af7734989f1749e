// biome-ignore lint/suspicious/noControlCharactersInRegex: matches terminal sequences
const sequences = /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Terminal output without colors, titles and control characters; every line end becomes a newline. */
export const cleanText = (text: string): string =>
  text.replace(sequences, "").replace(/\r\n?/g, "\n").replace(controls, "");
