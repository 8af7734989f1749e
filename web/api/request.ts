import { signal } from "@preact/signals";
import type { ApiError } from "../../src/surface/http/api-types.js";
import { reportOffline } from "./connection.js";

/** True after the server rejected this browser's sign-in. */
export const isSignedOut = signal(false);

/** A failed request, with a message and a hint for the person. */
export class RequestError extends Error {
  constructor(
    message: string,
    /** What to do next. */
    readonly hint: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Marks requests of this page: no page of another origin can send this header. */
export const pageHeader = { "X-Throughline-Page": "1" } as const;

export type Query = Readonly<Record<string, string | number | undefined>>;

export const urlOf = (path: string, query: Query = {}): string => {
  const values = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(values.map(([name, value]) => [name, String(value)])).toString();
  return text ? `${path}?${text}` : path;
};

export const get = <T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> =>
  send<T>(urlOf(path, query), { headers: pageHeader, ...(signal ? { signal } : {}) });

/** Browsers finish `keepalive` requests up to this size after the page is closed. */
const maxKeepaliveBytes = 60_000;

export function post<T>(path: string, value: unknown = {}): Promise<T> {
  const body = JSON.stringify(value);
  const headers = { ...pageHeader, "Content-Type": "application/json" };
  return send<T>(path, { method: "POST", body, headers, keepalive: body.length < maxKeepaliveBytes });
}

/** Runs a tool; `folder` names the project that tools of the context family work in. */
export const callTool = <T>(name: string, input: object = {}, folder?: string): Promise<T> =>
  post<T>(urlOf(`/api/tools/${name}`, { folder }), input);

/** Signs this browser in: with the token of a team service, or with the token or a code of this machine's server. */
export async function signIn(token: string): Promise<void> {
  const headers = { ...pageHeader, "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  await send("/api/sign-in", { method: "POST", body: JSON.stringify({ token }), headers });
  isSignedOut.value = false;
}

async function send<T>(address: string, request: RequestInit): Promise<T> {
  let answer: Response;
  try {
    // Relative, because a proxy may serve the page under a path.
    answer = await fetch(`.${address}`, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    reportOffline();
    // A bar on every view says what to do.
    throw new RequestError("The server does not respond.", "", "OFFLINE");
  }
  const value: unknown = await answer.json().catch(() => ({}));
  if (answer.ok) return value as T;
  if (answer.status === 401) isSignedOut.value = true;
  throw toRequestError(value, answer.status);
}

type StatusError = { readonly error?: string; readonly hint?: string };

/** Errors have two forms: a sentence with a status, or an object with a code. */
function toRequestError(value: unknown, status: number): RequestError {
  const { error, hint } = value as StatusError;
  if (typeof error === "string") return new RequestError(error, forPeople(hint ?? ""), String(status));
  const coded = (value as Partial<ApiError>).error;
  const advice = coded?.details?.hint;
  return new RequestError(
    coded?.message ?? `The server answered ${status}.`,
    typeof advice === "string" ? forPeople(advice) : "",
    coded?.code ?? String(status),
  );
}

/** Hints that name tools are for agents. */
const forPeople = (hint: string): string => (/\b[a-z]+_[a-z_]+\b/.test(hint) ? "" : hint);
