type Json = Readonly<Record<string, unknown>>;

/** Gemini CLI escapes the angle brackets of what a hook returns. */
const fences = /(?:<|&lt;)throughline-context[\s\S]*?(?:<|&lt;)\/throughline-context(?:>|&gt;)/g;

/** The texts of ours in the requests that a model received, each once, with the request that had it first. */
export function receivedTexts(requests: readonly Json[]): { readonly request: number; readonly text: string }[] {
  const seen = new Set<string>();
  return requests.flatMap((body, request) =>
    stringsIn(body)
      .flatMap((text) => text.match(fences) ?? [])
      .filter((text) => !seen.has(text) && seen.add(text))
      .map((text) => ({ request, text })),
  );
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
