/** Source and target, in the form of the setting `database`. */
export interface DatabaseMove {
  readonly from: string;
  readonly to: string;
  /** Adds to the target's rows. */
  readonly add: boolean;
}
