/** Members of a request that hosts write before or around its id. */
const idNearStart =
  /^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]{0,200}"\s*,)*\s*"id"\s*:\s*("[^"\\]{0,200}"|-?\d{1,15})\s*[,}]/;
/** Others write it last. */
const idAtEnd = /,\s*"id"\s*:\s*("[^"\\]{0,200}"|-?\d{1,15})\s*\}\s*$/;

/** The id of a request that cannot be parsed, so that its sender does not wait in vain; null where it is not certain. */
export function requestIdIn(start: string, end = ""): string | number | null {
  const written = idNearStart.exec(start)?.[1] ?? idAtEnd.exec(end)?.[1];
  return written === undefined ? null : (JSON.parse(written) as string | number);
}
