import { linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { ViewHeader } from "../../components/view-header.js";
import { DoctorPanel } from "./doctor-panel.js";
import { SettingsPanel } from "./settings-panel.js";

const panels = [
  { name: "settings", title: "Settings", parts: ["settings"] },
  { name: "doctor", title: "Doctor", parts: ["settings", "doctor"] },
] as const;

export function SettingsView({ place }: ViewProps) {
  const shown = place.parts[1] === "doctor" ? "doctor" : "settings";
  return (
    <>
      <ViewHeader
        title={shown === "doctor" ? "Doctor" : "Settings"}
        about={
          shown === "doctor"
            ? "Node, git, the database, permissions, disk, settings, and how agents are connected."
            : "What holds now, and where each value comes from."
        }
      >
        <nav class="tabs" aria-label="Settings and doctor">
          {panels.map(({ name, title, parts }) => (
            <a key={name} href={linkTo(parts)} aria-current={name === shown ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
      </ViewHeader>
      <div class="view-body">{shown === "doctor" ? <DoctorPanel /> : <SettingsPanel />}</div>
    </>
  );
}
