import { redact } from "../../domain/redaction/redact.js";
import type { HostEvent } from "../../hosts/payload.js";

/** The event with names that may be stored. A transcript whose path holds a secret is not read: its path would be stored. */
export function redactEvent(event: HostEvent): HostEvent {
  const clean = (text: string) => redact(text).text;
  return {
    ...event,
    name: clean(event.name),
    session: clean(event.session),
    folder: clean(event.folder),
    transcript: clean(event.transcript) === event.transcript ? event.transcript : "",
  };
}
