/** What a check found. */
export interface Finding {
  readonly check: string;
  readonly status: "ok" | "warning" | "failure";
  readonly message: string;
  /** Present when `doctor --fix` can mend it. */
  fix?(): Promise<void>;
}

export const ok = (check: string, message: string): Finding => ({ check, status: "ok", message });
export const warning = (check: string, message: string): Finding => ({ check, status: "warning", message });
export const failure = (check: string, message: string): Finding => ({ check, status: "failure", message });
