import type { ComponentChildren } from "preact";

export type Tone = "plain" | "good" | "warning" | "bad" | "accent";

export const Badge = ({ tone = "plain", children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`badge ${tone}`}>{children}</span>
);
