const updateTimeField =
  /^(?:.*[_-])?(?:updated|modified|changed|last[_-]?(?:used|seen|updated|modified))(?:[_-]?(?:at|on|time))?$/i;
const isoTime = /^"?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)"?$/;

/** True for a field that holds the time of the last change, where the later of two values wins. */
export const isUpdateTimeField = (field: string): boolean =>
  updateTimeField.test(field.replace(/([a-z])([A-Z])/g, "$1_$2"));

/** The later of two ISO 8601 times as written; undefined if one of them is invalid. */
export function laterTime(a: string, b: string): string | undefined {
  const [left, right] = [instant(a), instant(b)];
  if (Number.isNaN(left) || Number.isNaN(right)) return undefined;
  return left >= right ? a : b;
}

/** Milliseconds of an ISO 8601 time, quoted or not; NaN for anything else. */
export function instant(text: string): number {
  const time = isoTime.exec(text.trim())?.[1];
  return time === undefined ? Number.NaN : Date.parse(time);
}
