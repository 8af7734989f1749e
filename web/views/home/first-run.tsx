import { useState } from "preact/hooks";
import type { SetupPlan } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { CommandLine } from "../../components/copy-button.js";
import { DiffLines } from "../../components/diff-view.js";
import { Empty } from "../../components/empty.js";
import { readPatch } from "../../components/line-diff.js";
import { formatCount } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { connectAgents, importing } from "./connecting.js";
import { SampleData } from "./sample-data.js";

/** An empty home: finds the agents on this machine, shows what connecting them changes, and connects them. */
export function FirstRun({ hasSample }: { readonly hasSample: boolean }) {
  const answer = useAnswer((stop) => get<SetupPlan>("/api/setup", {}, stop), [], false);
  return (
    <div class="first-run">
      <Empty title="No sessions yet" icon="home">
        <p>Connect the agents on this machine. Their past sessions are imported, and new ones appear here live.</p>
      </Empty>
      <ShowAnswer answer={answer} rows={3}>
        {(plan) => (plan.agents.length === 0 ? <NoAgents /> : <Setup plan={plan} onDone={answer.reload} />)}
      </ShowAnswer>
      <SampleData isLoaded={hasSample} />
    </div>
  );
}

const NoAgents = () => (
  <div class="stack">
    <p class="quiet">No agent was found on this machine. Name one to connect it:</p>
    <CommandLine command="throughline install --agent claude-code" />
    <p class="quiet">Or import sessions that agents left here:</p>
    <CommandLine command="throughline import sessions" />
  </div>
);

function Setup({ plan, onDone }: { readonly plan: SetupPlan; onDone(): void }) {
  const [excluded, setExcluded] = useState<readonly string[]>([]);
  const isBusy = importing.value !== undefined;
  const selectedAgents = plan.agents.filter(({ agent }) => !excluded.includes(agent));
  const files = plan.files.filter(({ change }) => change !== "none");
  const connect = () =>
    void connectAgents(
      selectedAgents.map(({ agent }) => agent),
      plan,
    ).then(onDone);
  return (
    <section class="card" aria-labelledby="setup-title">
      <header>
        <h2 id="setup-title">Agents on this machine</h2>
      </header>
      <div class="card-body stack">
        {plan.agents.map(({ agent, name, afterwards }) => (
          <label key={agent} class="row">
            <input
              type="checkbox"
              checked={!excluded.includes(agent)}
              onChange={({ currentTarget: { checked } }) =>
                setExcluded(checked ? excluded.filter((name) => name !== agent) : [...excluded, agent])
              }
            />
            <span>
              {name} {afterwards && <span class="meta">{afterwards}</span>}
            </span>
          </label>
        ))}
        {files.length === 0 ? (
          <p class="quiet">These agents are connected. Start a session with one of them.</p>
        ) : (
          <details>
            <summary>Show the changes to {formatCount(files.length, "file")}</summary>
            {files.map(({ file, diff }) => (
              <div key={file} class="stack">
                <p class="meta path">{file}</p>
                <DiffLines lines={readPatch(diff) ?? []} label={`Changes to ${file}`} />
              </div>
            ))}
          </details>
        )}
        <div class="row">
          <button
            type="button"
            class="button primary"
            disabled={isBusy || selectedAgents.length === 0}
            onClick={connect}
          >
            {files.length === 0 ? "Import past sessions" : plan.sessions > 0 ? "Connect and import" : "Connect"}
          </button>
          <span class="meta">
            {plan.sessions > 0 && `${formatCount(plan.sessions, "past session")} found on this machine.`}
          </span>
        </div>
        <p class="meta">
          <code>throughline uninstall</code> restores every file byte for byte.
        </p>
      </div>
    </section>
  );
}
