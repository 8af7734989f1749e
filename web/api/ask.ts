import { signal } from "@preact/signals";
import type { ApiError } from "../../src/surface/http/api-types.js";

/** True once the server has said that this browser is not let in. */
export const isSignedOut = signal(false);

/** What went wrong, in words for a person. */
export class Failure extends Error {
  constructor(
    message: string,
    /** What to do next. */
    readonly hint: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Tells the server that this page asks: no page of another origin may send it. */
export const pageHeader = { "X-Throughline-Page": "1" } as const;

export type Query = Readonly<Record<string, string | number | undefined>>;

export const addressOf = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
};

export const get = <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  send<T>(addressOf(path, query), { headers: pageHeader, ...(signal ? { signal } : {}) });

/** What browsers send on though the page is closed meanwhile. */
const maxKeepaliveBytes = 60_000;

export function post<T>(path: string, value: unknown = {}): Promise<T> {
  const body = JSON.stringify(value);
  const headers = { ...pageHeader, "Content-Type": "application/json" };
  return send<T>(path, { method: "POST", body, headers, keepalive: body.length < maxKeepaliveBytes });
}

/** Runs a tool; `folder` names the project that tools of the context family work in. */
export const callTool = <T>(name: string, input: object = {}, folder?: string): Promise<T> =>
  post<T>(addressOf(`/api/tools/${name}`, { folder }), input);

async function send<T>(address: string, request: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(address, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new Failure(
      "The server does not answer.",
      "Is `throughline serve` still running? Start it again.",
      "OFFLINE",
    );
  }
  const value: unknown = await answer.json().catch(() => ({}));
  if (answer.ok) return value as T;
  if (answer.status === 401) isSignedOut.value = true;
  throw failureOf(value, answer.status);
}

type StatusError = { readonly error?: string; readonly hint?: string };

/** Families write errors in two forms: a sentence with a status, or an object with a code. */
function failureOf(value: unknown, status: number): Failure {
  const { error, hint } = value as StatusError;
  if (typeof error === "string") return new Failure(error, hint ?? "", String(status));
  const coded = (value as Partial<ApiError>).error;
  const advice = coded?.details?.hint;
  return new Failure(
    coded?.message ?? `The server answered ${status}.`,
    typeof advice === "string" ? advice : "",
    coded?.code ?? String(status),
  );
}
