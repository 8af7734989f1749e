import { useState } from "preact/hooks";
import { isSignedOut, post } from "../api/request.js";
import { CommandLine } from "../components/copy-button.js";
import { Logo } from "../components/icon.js";

/** Exchanges the code in the URL for a cookie, and removes it from the URL and the history. */
export async function redeemSignInCode(): Promise<void> {
  const code = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (code === undefined) return;
  history.replaceState(null, "", "#/home");
  dispatchEvent(new Event("hashchange"));
  await signIn(code).catch(() => {});
}

async function signIn(token: string): Promise<void> {
  await post("/api/sign-in", { token });
  isSignedOut.value = false;
}

/** Shown to a browser that is not signed in. */
export function SignInScreen() {
  const [token, setToken] = useState("");
  const [problem, setProblem] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    signIn(token.trim()).then(
      () => location.reload(),
      (error: Error) => setProblem(error.message),
    );
  };
  return (
    <main class="sign-in">
      <Logo />
      <h1>Open this page from your terminal</h1>
      <p>Only browsers that you sign in can read your agents' data. Run this on the machine where the server runs:</p>
      <CommandLine command={"throughline ui"} />
      <form onSubmit={submit}>
        <label for="sign-in-token">Or paste the access token</label>
        <div class="row">
          <input
            id="sign-in-token"
            type="password"
            autocomplete="off"
            value={token}
            aria-describedby="sign-in-problem"
            onInput={(event) => setToken(event.currentTarget.value)}
          />
          <button type="submit" class="button primary" disabled={token.trim() === ""}>
            Sign in
          </button>
        </div>
        <p id="sign-in-problem" role="alert" class="problem-text">
          {problem}
        </p>
        <p class="quiet">
          It is in the file <code>~/.throughline/token</code>.
        </p>
      </form>
    </main>
  );
}
