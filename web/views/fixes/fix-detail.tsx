import type { ComponentChildren } from "preact";
import { isStatedCause } from "../../../src/base/text/root-cause.js";
import type { RemediationRow } from "../../../src/surface/http/api-types.js";
import { callTool, get } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { sessionLink } from "../../app/links.js";
import { mayDelete, mayWrite, service } from "../../app/team.js";
import { Badge } from "../../components/badge.js";
import { castVote } from "../../components/cast-vote.js";
import { DiffLines } from "../../components/diff-view.js";
import { Icon } from "../../components/icon.js";
import { InlineText } from "../../components/inline-text.js";
import { ItemTitle } from "../../components/item-title.js";
import { readMarkedLines } from "../../components/line-diff.js";
import { Markdown } from "../../components/markdown.js";
import { Meter } from "../../components/meter.js";
import { formatCount } from "../../components/numbers.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { Time } from "../../components/time.js";
import { forgetFix } from "./forget-fix.js";

export function FixDetail({ id }: { readonly id: string }) {
  const answer = useAnswer(
    (stop) => get<RemediationRow>(`/api/remediations/${encodeURIComponent(id)}`, {}, stop),
    [id],
  );
  return (
    <ShowAnswer answer={answer} rows={6}>
      {(fix) => (
        <article class="detail">
          <ItemTitle title={fix.title} />
          <header>
            <div class="row wrap">
              <Badge>{fix.category}</Badge>
              {fix.verifiedBy ? <Badge tone="good">verified</Badge> : <Badge tone="warning">not verified</Badge>}
            </div>
            <h2>
              <InlineText text={fix.title} />
            </h2>
            <p class="meta">
              {fix.projectName || "all projects"} · by {fix.author} · <Time at={fix.createdAt} />
            </p>
          </header>
          <FixActions fix={fix} />
          <Section title="Error">
            <pre class="output">{fix.problem}</pre>
            <Points points={fix.symptoms} />
          </Section>
          {/* Fixes that were learned from a session have no cause; the session is linked below. */}
          {isStatedCause(fix.rootCause) && (
            <Section title="Root cause">
              <Markdown text={fix.rootCause} />
            </Section>
          )}
          <Section title="Fix">
            <Markdown text={fix.solution} />
            {fix.verifiedBy && (
              <p class="row">
                <Icon name="check" size={15} /> Verified by <code>{fix.verifiedBy}</code>
              </p>
            )}
          </Section>
          {fix.failedAttempts.length > 0 && (
            <Section title="What did not help">
              <Points points={fix.failedAttempts} />
            </Section>
          )}
          {fix.codeDiff && (
            <Section title="Code change">
              <DiffLines lines={readMarkedLines(fix.codeDiff)} label="Code change" />
            </Section>
          )}
          <Section title="Confidence">
            <p class="row wrap">
              <Meter value={fix.confidence} /> {formatCount(fix.usageCount, "reported use")}
            </p>
            <p class="meta">Fixes have no confidence history.</p>
          </Section>
          {fix.affectedFiles.length > 0 && (
            <Section title="Files">
              <Points points={fix.affectedFiles} />
            </Section>
          )}
          {fix.sessionId && !service && (
            <Section title="Learned from">
              <a href={sessionLink(fix.sessionId)}>Open the source session</a>
            </Section>
          )}
        </article>
      )}
    </ShowAnswer>
  );
}

const Section = ({ title, children }: { readonly title: string; readonly children: ComponentChildren }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);

const Points = ({ points }: { readonly points: readonly string[] }) => (
  <ul class="fact-list">
    {points.map((text) => (
      <li key={text}>
        <InlineText text={text} />
      </li>
    ))}
  </ul>
);

function FixActions({ fix }: { readonly fix: RemediationRow }) {
  const rate = (helpful: boolean) =>
    castVote(helpful, () =>
      callTool("remediation_feedback", { remediation_id: fix.id, helpful, tenant_id: fix.owner }),
    );
  if (!mayWrite()) return null;
  return (
    <div class="detail-actions">
      <button type="button" class="button" onClick={() => rate(true)}>
        It helped
      </button>
      <button type="button" class="button" onClick={() => rate(false)}>
        It did not help
      </button>
      {mayDelete() && (
        <button type="button" class="button danger" onClick={() => forgetFix(fix.id)}>
          <Icon name="trash" /> Forget
        </button>
      )}
    </div>
  );
}
