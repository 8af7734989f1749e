/** Tells cheaply whether the database has changed, whichever process changed it. */
export interface ChangeDetector {
  /** Another text after any change. */
  version(): Promise<string>;
  close(): Promise<void>;
}
