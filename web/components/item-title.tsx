import { useTitle } from "../app/use-title.js";

/** Names the tab after the item; for places where a hook cannot be called. */
export function ItemTitle({ title }: { readonly title: string }) {
  useTitle(title);
  return null;
}
