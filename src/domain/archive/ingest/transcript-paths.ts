/** A session within a database is a transcript with this path: the database, then the session. */
export const databasePath = (database: string, session: string): string => `${database}#${session}`;

export function splitDatabasePath(path: string): { database: string; session: string } {
  const at = path.lastIndexOf("#");
  return { database: path.slice(0, at), session: path.slice(at + 1) };
}

export const isOpenCodeDatabase = (path: string): boolean => /\.db#[^#]*$/.test(path);
export const isCursorDatabase = (path: string): boolean => /\.vscdb#[^#]*$/.test(path);
/** A session that OpenCode stored as many small files: the file that names it. */
export const isOpenCodeFile = (path: string): boolean =>
  /[\\/]storage[\\/]session[\\/][^\\/]+[\\/]ses[^\\/]*\.json$/.test(path);

/** Whether a session must be read as a whole: the size of its file does not show what is new. */
export const isGathered = (path: string): boolean =>
  isOpenCodeDatabase(path) || isCursorDatabase(path) || isOpenCodeFile(path);
