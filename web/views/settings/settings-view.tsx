import { ViewHeader } from "../../components/view-header.js";

export const SettingsView = () => <ViewHeader title="Settings" />;
