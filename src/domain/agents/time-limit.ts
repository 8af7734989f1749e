/** Time limit of a run: what the caller requests, up to what the setting allows. */
export const timeLimit = (maxMs: number, requestedMs: number | undefined): number =>
  requestedMs === undefined ? maxMs : Math.min(maxMs, Math.max(1, Math.trunc(requestedMs)));
