import { render } from "preact";
import { listenForKeys } from "./app/keys.js";
import { Page } from "./app/page.js";
import { redeemSignInCode } from "./app/sign-in.js";
import { applyTheme } from "./app/theme.js";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/components.css";
import "./styles/views.css";

applyTheme();
listenForKeys();
await redeemSignInCode();
// A URL that is pasted into a tab with the page changes only the part after `#`: nothing is loaded.
addEventListener("hashchange", () => void redeemSignInCode().then((isRedeemed) => isRedeemed && location.reload()));
const root = document.getElementById("page");
if (root) render(<Page />, root);
