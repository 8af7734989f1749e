import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "./icon.js";

interface Props {
  readonly title: string;
  readonly icon?: IconName;
  /** How to add something. */
  readonly children?: ComponentChildren;
}

/** An empty state: says why there is nothing, and how to add something. */
export const Empty = ({ title, icon = "search", children }: Props) => (
  <div class="empty">
    <span class="empty-icon">
      <Icon name={icon} size={22} />
    </span>
    <h2>{title}</h2>
    <div class="empty-text">{children}</div>
  </div>
);
