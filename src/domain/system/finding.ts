/** Result of a check. */
export interface Finding {
  readonly check: string;
  readonly status: "ok" | "warning" | "failure";
  /** What was found, as a sentence or a value. */
  readonly message: string;
  /** What a person runs or does about it. */
  readonly remedy?: string | undefined;
  /** Present if `doctor --fix` can fix it. */
  fix?(): Promise<void>;
}

const findingOf =
  (status: Finding["status"]) =>
  (check: string, message: string, remedy?: string): Finding => ({ check, status, message, remedy });

export const ok = findingOf("ok");
export const warning = findingOf("warning");
export const failure = findingOf("failure");
