/** A settings file that cannot be read as what it should be. Such a file is nobody's to edit. */
export class ConfigSyntaxError extends Error {
  constructor(what: string, at: number) {
    super(`${what} at character ${at}`);
  }
}
