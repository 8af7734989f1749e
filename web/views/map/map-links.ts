import type { KnowledgeMap, MapNode } from "../../../src/surface/http/api-types.js";
import { entryLink, fixLink, memoryLink, sessionLink } from "../../app/links.js";
import { linkTo } from "../../app/router.js";
import type { IconName } from "../../components/icon.js";

export const nodeKinds: Readonly<Record<MapNode["kind"], { readonly name: string; readonly icon: IconName }>> = {
  session: { name: "Session", icon: "sessions" },
  file: { name: "File", icon: "file" },
  decision: { name: "Decision", icon: "knowledge" },
  memory: { name: "Memory", icon: "memory" },
  fix: { name: "Fix", icon: "tool" },
};

/** A file leads to the map of that file; there it leads to its sessions. */
export function nodeLink({ kind, id }: MapNode, { project, folder }: KnowledgeMap, file: string): string {
  switch (kind) {
    case "session":
      return sessionLink(id);
    case "memory":
      return memoryLink(id);
    case "fix":
      return fixLink(id);
    case "decision":
      return entryLink("decision", id, folder);
    case "file":
      return id === file ? linkTo(["sessions"], { project, file: id }) : linkTo(["map"], { project, file: id });
  }
}
