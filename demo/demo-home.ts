import { join } from "node:path";

/** The end of the sample, where tests set the browser's clock too. */
export const demoEnd = "2026-11-14T16:00:00.000Z";

export interface DemoHome {
  /** Contains all other folders. */
  readonly folder: string;
  /** THROUGHLINE_HOME. */
  readonly home: string;
  /** HOME, with the agents' own files. */
  readonly person: string;
  /** The repository to serve from. */
  readonly repository: string;
}

export const demoHomeIn = (folder: string): DemoHome => ({
  ...{ folder, home: join(folder, "home"), person: join(folder, "person"), repository: join(folder, "shop") },
});
