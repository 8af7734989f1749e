import { render } from "preact";
import { listenForKeys } from "./app/keys.js";
import { Page } from "./app/page.js";
import { takeCode } from "./app/sign-in.js";
import { followTheme } from "./app/theme.js";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/components.css";
import "./styles/views.css";

followTheme();
listenForKeys();
await takeCode();
const root = document.getElementById("page");
if (root) render(<Page />, root);
