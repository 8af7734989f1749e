/** Database files as files: for backup and restore. */
export interface DatabaseFiles {
  /** The names of the migrations applied to a file, or undefined when it is damaged or not our database. */
  inspect(file: string): Promise<readonly string[] | undefined>;
  /** Size in bytes; undefined when there is no file. */
  size(file: string): Promise<number | undefined>;
  /** Overwrites the database at `to` with the one at `from`, in one transaction that other processes see. */
  copy(from: string, to: string): Promise<void>;
  /** Renames a file that cannot be used, and returns the new name. */
  setAside(file: string, label: string): Promise<string>;
}
