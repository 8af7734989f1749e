import { win32 } from "node:path";

/** `"%dp0%\node_modules\x\cli.js" %*`, in the spellings of npm, yarn and pnpm. */
const target = /"%(?:~dp0|dp0%)\\?([^"%]+)"\s+%\*/g;

/**
 * The program that a package manager's `.cmd` file starts. Node cannot start such a file without a shell, and a shell
 * would reinterpret the arguments, so the program behind it is started instead. Undefined for other files.
 */
export function shimCommand(file: string, text: string, node: string): readonly string[] | undefined {
  const path = [...text.matchAll(target)].at(-1)?.[1];
  if (path === undefined) return undefined;
  const program = win32.join(win32.dirname(file), path);
  return /\.exe$/i.test(program) ? [program] : [node, program];
}

export const isShim = (file: string): boolean => /\.(cmd|bat)$/i.test(file);
