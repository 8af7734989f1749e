import { ViewHeader } from "../../components/view-header.js";

export const SearchView = () => <ViewHeader title="Search" />;
