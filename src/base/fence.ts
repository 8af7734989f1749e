import { escapeTags, withoutUnseen } from "./neutralize.js";

/** Tag names of hosts and models that have no separator. Their other tags have one, and HTML's have none. */
const bareHostTags = new Set(
  `system user assistant human developer tool tools function functions invoke instruction instructions reminder
   important thinking result results context persona`.split(/\s+/),
);

/** Hosts tag their own messages with names such as `system-reminder`, `hook_context`, `tool_result`, `x:invoke`. */
const isHostTag = (name: string): boolean => bareHostTags.has(name) || /[-_:]/.test(name);

/** Text between tags that it can neither close nor open itself, in any spelling; nor can it imitate those of a host. */
export function fence(tag: string, text: string, labels: Readonly<Record<string, string>> = {}): string {
  const attributes = Object.entries(labels).map(([name, value]) => ` ${name}="${value.replace(/["<>\n]/g, " ")}"`);
  const body = escapeTags(withoutUnseen(text), (name) => name.startsWith(tag.toLowerCase()) || isHostTag(name));
  return `<${tag}${withoutUnseen(attributes.join(""))}>\n${body}\n</${tag}>`;
}
