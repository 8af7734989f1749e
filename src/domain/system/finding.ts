/** Result of a check. */
export interface Finding {
  readonly check: string;
  readonly status: "ok" | "warning" | "failure";
  /** What was found, as a sentence or a value. */
  readonly message: string;
  /** What a person runs or does about it. */
  readonly remedy?: string;
  /** Present if `doctor --fix` can fix it. */
  fix?(): Promise<void>;
}

const finding = (check: string, status: Finding["status"], message: string, remedy?: string): Finding => ({
  check,
  status,
  message,
  ...(remedy === undefined ? {} : { remedy }),
});

export const ok = (check: string, message: string): Finding => finding(check, "ok", message);
export const warning = (check: string, message: string, remedy?: string): Finding =>
  finding(check, "warning", message, remedy);
export const failure = (check: string, message: string, remedy?: string): Finding =>
  finding(check, "failure", message, remedy);
