/** A text that is not valid in its format. Such a file is never edited. */
export class ConfigSyntaxError extends SyntaxError {
  constructor(problem: string, offset: number) {
    super(`${problem} at character ${offset}`);
  }
}
