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
  const tab = route.parts[1] === "doctor" ? "doctor" : "settings";
  return (
    <>
      <ViewHeader
        title={tab === "doctor" ? "Doctor" : "Settings"}
        about={
          tab === "doctor"
            ? "Checks of Node, git, the database, permissions, disk, settings and connected agents."
            : "Current values, and where each one comes from."
        }
      />
      <Tabs label="Settings and doctor" current={tab} tabs={tabs} />
      <div class="view-body">{tab === "doctor" ? <DoctorPanel /> : <SettingsPanel />}</div>
    </>
  );
}
