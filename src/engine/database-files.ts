/** Database files as files: for backup and restore. */
export interface DatabaseFiles {
  /** The names of the migrations a file has, or undefined when it is not a sound database of ours. */
  inspect(file: string): Promise<readonly string[] | undefined>;
  /** Size in bytes; undefined when there is no file. */
  size(file: string): Promise<number | undefined>;
  /** Overwrites the database at `to` with the one at `from`, in one transaction that other processes see. */
  copy(from: string, to: string): Promise<void>;
  /** Puts a file that cannot be used aside under a new name, and answers that name. */
  setAside(file: string, label: string): Promise<string>;
}
