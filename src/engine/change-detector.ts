/** Detects cheaply whether any process has changed the database. */
export interface ChangeDetector {
  /** Differs after any change. */
  version(): Promise<string>;
  close(): Promise<void>;
}
