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

export function SettingsView({ route }: ViewProps) {
  const shown = route.parts[1] === "doctor" ? "doctor" : "settings";
  return (
    <>
      <ViewHeader
        title={shown === "doctor" ? "Doctor" : "Settings"}
        about={
          shown === "doctor"
            ? "Checks of Node, git, the database, permissions, disk, settings and connected agents."
            : "Current values, and where each one comes from."
        }
      />
      <Tabs label="Settings and doctor" current={shown} tabs={tabs} />
      <div class="view-body">{shown === "doctor" ? <DoctorPanel /> : <SettingsPanel />}</div>
    </>
  );
}
