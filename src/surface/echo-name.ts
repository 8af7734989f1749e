const maxLength = 80;

/** A name that a client sent and that nothing has, for an error message: without secrets, and short. */
export function echoName(redact: (text: string) => string, name: string): string {
  const safe = redact(name);
  return safe.length > maxLength ? `${safe.slice(0, maxLength)}…` : safe;
}
