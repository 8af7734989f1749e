/** Which database goes where, as the setting `database` names them. */
export interface DatabaseMove {
  readonly from: string;
  readonly to: string;
  /** Adds to what the target has. */
  readonly add: boolean;
}
