/** Terminal colors; the identity where output is not a terminal. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
}

const same = (text: string) => text;

export const plainPaint: Paint = { bold: same, dim: same, red: same, green: same, yellow: same };
