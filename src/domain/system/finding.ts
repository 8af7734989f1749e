/** Result of a check. */
export interface Finding {
  readonly check: string;
  readonly status: "ok" | "warning" | "failure";
  readonly message: string;
  /** Present if `doctor --fix` can fix it. */
  fix?(): Promise<void>;
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message });
export const warning = (check: string, message: string): Finding => ({ check, status: "warning", message });
export const failure = (check: string, message: string): Finding => ({ check, status: "failure", message });
