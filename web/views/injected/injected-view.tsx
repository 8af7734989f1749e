import { ViewHeader } from "../../components/view-header.js";

export const InjectedView = () => <ViewHeader title="Injected" />;
