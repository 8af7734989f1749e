/** How long a run may take: what the caller wants, within what the setting allows. */
export const timeLimit = (maxMs: number, wantedMs: number | undefined): number =>
  wantedMs === undefined ? maxMs : Math.min(maxMs, Math.max(1, Math.trunc(wantedMs)));
