import type { AuditRow, PersonRow, TenantFacts, TokenRow } from "../../../src/surface/http/api-types.js";
import { get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { Badge } from "../../components/badge.js";
import { DataTable } from "../../components/data-table.js";
import { wholeNumber } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { ViewHeader } from "../../components/view-header.js";

const newestEntries = 50;

interface Tenant {
  readonly facts: TenantFacts;
  readonly people: readonly PersonRow[];
  readonly tokens: readonly TokenRow[];
  readonly entries: readonly AuditRow[];
}

/** For administrators: who uses the team's memory, with which tokens, within which quota, and what was done last. */
export function PeopleView() {
  const answer = useAnswer(async (signal): Promise<Tenant> => {
    const [facts, { people }, { tokens }, { entries }] = await Promise.all([
      get<TenantFacts>("/api/tenant", {}, signal),
      get<Pick<Tenant, "people">>("/api/people", {}, signal),
      get<Pick<Tenant, "tokens">>("/api/tokens", {}, signal),
      get<Pick<Tenant, "entries">>("/api/audit", { limit: newestEntries }, signal),
    ]);
    return { facts, people, tokens, entries };
  }, []);
  return (
    <>
      <ViewHeader title="People" about="Who has access, with which tokens, and what was done last." />
      <div class="view-body">
        <ShowAnswer answer={answer} rows={12}>
          {(tenant) => <PeopleTables {...tenant} />}
        </ShowAnswer>
      </div>
    </>
  );
}

const PeopleTables = ({ facts, people, tokens, entries }: Tenant) => (
  <div class="stack">
    <dl class="totals">
      {totalsOf(facts, tokens).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <DataTable
      title="People"
      columns={["Person", "Role", "Teams", "Valid tokens", "Last seen"]}
      rows={people.map(({ user, roles, teams, tokens: count, lastUsedAt }) => ({
        id: user,
        cells: [user, roles.join(", ") || "no access", teams.join(", "), count, <LastUse key={user} at={lastUsedAt} />],
      }))}
    />
    <DataTable
      title="Tokens"
      columns={["Token", "Person", "Role", "State", "Expires", "Last used"]}
      rows={tokens.map(({ id, label, user, role, state, expiresAt, lastUsedAt }) => ({
        id,
        cells: [
          label || id,
          user,
          role,
          <Badge key="state" tone={state === "valid" ? "good" : "plain"}>
            {state}
          </Badge>,
          expiresAt.slice(0, 10),
          <LastUse key="used" at={lastUsedAt} />,
        ],
      }))}
    />
    <DataTable
      title="Newest audit entries"
      columns={["When", "Person", "Action", "Record", "Result"]}
      rows={entries.map(({ id, at, user, tool, target, result }) => ({
        id,
        cells: [
          <Time key="at" at={at} />,
          user,
          tool,
          target,
          result === "ok" ? (
            result
          ) : (
            <Badge key="result" tone="warning">
              {result}
            </Badge>
          ),
        ],
      }))}
    />
  </div>
);

const totalsOf = ({ records, quota, people }: TenantFacts, tokens: readonly TokenRow[]) =>
  [
    ["People", wholeNumber(people)],
    ["Valid tokens", wholeNumber(tokens.filter(({ state }) => state === "valid").length)],
    ["Records", wholeNumber(records)],
    ["Quota", quota === null ? "none" : wholeNumber(quota)],
  ] as const;

const LastUse = ({ at }: { readonly at: string }) => (at === "" ? <span class="quiet">never</span> : <Time at={at} />);
