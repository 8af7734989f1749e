// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal sequences are what is looked for
const sequences = /\u001b(?:\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;

/** Text that a terminal was meant to see, without colours, titles and control characters; line ends as one newline. */
export const cleanText = (text: string): string =>
  text.replace(sequences, "").replace(/\r\n?/g, "\n").replace(controls, "");
