/** A text that is not valid in its format. Such a file is never edited. */
export class ConfigSyntaxError extends SyntaxError {
  constructor(what: string, at: number) {
    super(`${what} at character ${at}`);
  }
}
