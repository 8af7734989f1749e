import { useState } from "preact/hooks";
import { signIn } from "../api/request.js";
import { CommandLine } from "../components/copy-button.js";
import { Logo } from "../components/icon.js";
import { service } from "./team.js";

/** Exchanges the code in the URL for a cookie, and removes it from the URL and the history. Returns whether there was one. */
export async function redeemSignInCode(): Promise<boolean> {
  const code = /^#token=(.+)$/.exec(location.hash)?.[1];
  if (code === undefined) return false;
  history.replaceState(null, "", "#/home");
  dispatchEvent(new Event("hashchange"));
  await signIn(code).catch(() => {});
  return true;
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
      {service ? <AboutService /> : <AboutMachine />}
      <form onSubmit={submit}>
        <label for="sign-in-token">{service ? "Your access token" : "Or paste the access token"}</label>
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
        {!service && (
          <p class="quiet">
            It is in the file <code>~/.throughline/token</code>.
          </p>
        )}
      </form>
      {service && <ConnectMachine url={service.url} hasIssuer={service.issuer !== ""} />}
    </main>
  );
}

const AboutMachine = () => (
  <>
    <h1>Open this page from your terminal</h1>
    <p>Only browsers that you sign in can read your agents' data. Run this on the machine where the server runs:</p>
    <CommandLine command={"throughline ui"} />
  </>
);

const AboutService = () => (
  <>
    <h1>Sign in to your team's memory</h1>
    <p>Lessons and fixes that your team's agents recorded. You see what your token allows.</p>
  </>
);

/** How to get a token, and how to use the service from a terminal or an MCP client. */
const ConnectMachine = ({ url, hasIssuer }: { readonly url: string; readonly hasIssuer: boolean }) => (
  <details class="connect">
    <summary>Get a token, connect a machine or an MCP client</summary>
    <p>
      {hasIssuer
        ? "Sign in at the terminal. This stores a token, with which this page opens too:"
        : "Ask the operator of this service for a personal access token. Then, on your machine:"}
    </p>
    {hasIssuer ? (
      <CommandLine command={`throughline login ${url}`} />
    ) : (
      <>
        <CommandLine command={`throughline config set remote.url ${url}`} />
        <CommandLine command="throughline config set remote.token YOUR_TOKEN" />
      </>
    )}
    <p>Any MCP client, such as Claude Code:</p>
    <CommandLine
      command={`claude mcp add --transport http throughline ${url}/mcp --header "Authorization: Bearer YOUR_TOKEN"`}
    />
  </details>
);
