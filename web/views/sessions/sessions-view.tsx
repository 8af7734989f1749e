import { ViewHeader } from "../../components/view-header.js";

export const SessionsView = () => <ViewHeader title="Sessions" />;
