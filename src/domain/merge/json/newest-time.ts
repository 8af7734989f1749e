const touched =
  /^(?:.*[_-])?(?:updated|modified|changed|last[_-]?(?:used|seen|updated|modified))(?:[_-]?(?:at|on|time))?$/i;
const isoTime = /^"?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)"?$/;

/** Whether a field only says when its record was last touched, so that the later of two values is the true one. */
export function isNewerWins(field: string): boolean {
  return touched.test(field.replace(/([a-z])([A-Z])/g, "$1_$2"));
}

/** The later of two ISO 8601 times as written, or nothing when one of them is none. */
export function newest(a: string, b: string): string | undefined {
  const [left, right] = [instant(a), instant(b)];
  if (Number.isNaN(left) || Number.isNaN(right)) return undefined;
  return left >= right ? a : b;
}

/** Milliseconds of an ISO 8601 time, quoted or not; NaN for anything else. */
export function instant(text: string): number {
  const found = isoTime.exec(text.trim())?.[1];
  return found === undefined ? Number.NaN : Date.parse(found);
}
