import { useState } from "preact/hooks";
import type { ContextOverview } from "../../../src/surface/http/api-types.js";
import { useKeys } from "../../app/use-keys.js";
import { AgentName } from "../../components/agent-name.js";
import { Badge } from "../../components/badge.js";
import { Empty } from "../../components/empty.js";
import { Icon } from "../../components/icon.js";
import { ItemTitle } from "../../components/item-title.js";
import { Markdown } from "../../components/markdown.js";
import { Time } from "../../components/time.js";
import { EditText } from "./edit-text.js";
import { removeEntry } from "./remove-entry.js";
import { saveEntry, splitSkill } from "./save-entry.js";
import { ScopeSelect } from "./scope-select.js";
import { SkillProposals } from "./skill-proposals.js";
import { SkillRatings } from "./skill-ratings.js";
import { Versions } from "./versions.js";

export function SkillDetail({ context, name }: { readonly context: ContextOverview; readonly name: string }) {
  const { folder } = context;
  const [isEditing, setEditing] = useState(false);
  const skill = context.skills.find((candidate) => candidate.name === name);
  useKeys({ e: () => setEditing(true) });
  if (!skill) return <Empty title="Skill not found" icon="knowledge" />;
  const comments = skill.ratings.filter(({ comment }) => comment !== "").toReversed();
  return (
    <article class="detail">
      <ItemTitle title={name} />
      <header>
        {skill.needsAttention && (
          <div class="row">
            <Badge tone="warning">needs attention</Badge>
          </div>
        )}
        <h2>{name}</h2>
        <p class="quiet">{skill.description}</p>
      </header>
      <div class="detail-actions">
        <button type="button" class="button" title="Key: e" onClick={() => setEditing(true)}>
          Edit
        </button>
        <ScopeSelect kind="skills" entryKey={name} scope={skill.scope} folder={folder} />
        <button type="button" class="button danger" onClick={() => removeEntry("skills", name, folder)}>
          <Icon name="trash" /> Remove
        </button>
      </div>
      <SkillProposals skill={skill} folder={folder} />
      <Markdown text={splitSkill(skill.content).instructions} />
      <SkillRatings skill={skill} />
      {comments.length > 0 && (
        <section>
          <h3>Comments</h3>
          <ul class="fact-list">
            {comments.map(({ agent, rating, comment, at }) => (
              <li key={at}>
                <span>★ {rating}</span>
                <span>{comment}</span>
                <span class="meta">
                  <AgentName agent={agent} /> <Time at={at} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Versions folder={folder} kind="skills" entryKey={name} current={skill.content} />
      <EditText
        id={`${folder} skills ${name}`}
        title={`Edit ${name}`}
        text={skill.content}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
        onSave={(text) => saveEntry({ kind: "skills", key: name, text, folder }, skill.content)}
      />
    </article>
  );
}
