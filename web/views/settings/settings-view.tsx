import { linkTo } from "../../app/router.js";
import type { ViewProps } from "../../app/views.js";
import { Tabs } from "../../components/tabs.js";
import { ViewHeader } from "../../components/view-header.js";
import { DoctorPanel } from "./doctor-panel.js";
import { SettingsPanel } from "./settings-panel.js";

const tabs = [
  { id: "settings", title: "Settings", href: linkTo(["settings"]) },
  { id: "doctor", title: "Doctor", href: linkTo(["settings", "doctor"]) },
];

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
      />
      <Tabs label="Settings and doctor" current={shown} tabs={tabs} />
      <div class="view-body">{shown === "doctor" ? <DoctorPanel /> : <SettingsPanel />}</div>
    </>
  );
}
