import type { ComponentChildren } from "preact";

interface Props {
  readonly title: ComponentChildren;
  /** One line under the title. */
  readonly about?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The title of a view and its actions. */
export const ViewHeader = ({ title, about, children }: Props) => (
  <header class="view-header">
    <div class="view-heading">
      <h1>{title}</h1>
      {about && <p>{about}</p>}
    </div>
    {children && <div class="view-actions">{children}</div>}
  </header>
);
