import type { SearchHitRow } from "../../src/surface/http/api-types.js";
import { linkTo } from "./router.js";
import { viewOf } from "./views.js";

type Linked = Pick<SearchHitRow, "id" | "kind" | "session" | "source" | "title">;

/** The route that shows a document; undefined when no view does. */
export function documentLink({ id, kind, session, source, title }: Linked): string | undefined {
  const name = id.slice(id.indexOf("/") + 1);
  switch (kind) {
    case "exchange":
      return linkTo(["sessions", session], { key: id.slice(`exchange/${session}/`.length) });
    case "memory":
      return inView("memories", [name]);
    case "remediation":
      return inView("fixes", [name]);
    case "knowledge":
    case "convention":
    case "decision":
    case "skill":
      return inView("knowledge", [kind, title], source);
    default:
      return undefined;
  }
}

/** A build may leave out a view. */
const inView = (view: string, parts: readonly string[], folder?: string): string | undefined =>
  viewOf(view) ? linkTo([view, ...parts], { folder }) : undefined;
