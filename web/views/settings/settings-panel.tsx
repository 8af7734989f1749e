import { useState } from "preact/hooks";
import type { SettingList, SettingRow } from "../../../src/surface/http/api-types.js";
import { get, post } from "../../api/request.js";
import { useAnswer } from "../../api/use-answer.js";
import { Badge } from "../../components/badge.js";
import { InlineText } from "../../components/inline-text.js";
import { ShowAnswer } from "../../components/show-answer.js";
import { notify, notifyUndoable } from "../../components/toasts.js";

/** Every setting by group. A change is written to the user's settings file and applies after a restart. */
export function SettingsPanel() {
  const answer = useAnswer((signal) => get<SettingList>("/api/settings", {}, signal), []);
  const [words, setWords] = useState("");
  return (
    <ShowAnswer answer={answer} rows={10}>
      {({ file, settings }) => {
        const matches = settings.filter((setting) => matchesWords(setting, words));
        return (
          <div class="stack settings">
            <div class="row wrap">
              <input
                type="search"
                aria-label="Find a setting"
                placeholder="Find a setting"
                value={words}
                onInput={(event) => setWords(event.currentTarget.value)}
              />
              <span class="meta">
                Changes are saved in <code>{file}</code> and apply after a restart.
              </span>
            </div>
            {matches.length === 0 && <p class="quiet">No setting matches.</p>}
            {groupsOf(matches).map(([group, rows]) => (
              <section key={group} class="card" aria-labelledby={`group-${group}`}>
                <header>
                  <h2 id={`group-${group}`}>{group}</h2>
                </header>
                <ul class="rows">
                  {rows.map((setting) => (
                    <li key={setting.name}>
                      <Setting setting={setting} onSaved={answer.reload} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
          </div>
        );
      }}
    </ShowAnswer>
  );
}

const matchesWords = ({ name, about }: SettingRow, words: string): boolean =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${about}`.toLowerCase().includes(word));

/** Groups by the part before the first dot; the rest is `general`. */
function groupsOf(settings: readonly SettingRow[]): [string, SettingRow[]][] {
  const groups = new Map<string, SettingRow[]>();
  for (const setting of settings) {
    const group = setting.name.includes(".") ? (setting.name.split(".")[0] ?? "") : "general";
    groups.set(group, [...(groups.get(group) ?? []), setting]);
  }
  return [...groups];
}

const formatValue = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : String(value));

function Setting({ setting, onSaved }: { readonly setting: SettingRow; onSaved(): void }) {
  const { name, about, value, origin, where, editable } = setting;
  const saveValue = (next: string) => post("/api/settings", { name, value: next }).then(onSaved);
  const save = (next: string) =>
    saveValue(next).then(
      () => notifyUndoable(`${name} saved. It applies after a restart.`, () => saveValue(formatValue(value))),
      (error: Error) => notify(error.message, "failure"),
    );
  return (
    <div class="setting">
      <div class="setting-text">
        <span class="row wrap">
          <code>{name}</code>
          {origin !== "default" && (
            <Badge tone="accent">{where ? `${origin}: ${where.split("/").at(-1)}` : origin}</Badge>
          )}
        </span>
        <span class="quiet">
          <InlineText text={about} />
        </span>
      </div>
      <div class="setting-value">
        {editable ? (
          <Editor key={formatValue(value)} setting={setting} onSave={save} />
        ) : (
          <code>{formatValue(value) || "not set"}</code>
        )}
      </div>
    </div>
  );
}

function Editor({ setting, onSave }: { readonly setting: SettingRow; onSave(value: string): void }) {
  const { name, value, shape } = setting;
  const [text, setText] = useState(formatValue(value));
  if (typeof value === "boolean")
    return (
      <label class="row">
        <input
          type="checkbox"
          checked={value}
          aria-label={name}
          onChange={(event) => onSave(String(event.currentTarget.checked))}
        />
        {value ? "on" : "off"}
      </label>
    );
  const choices = shape.split(" | ");
  if (choices.length > 1 && !Array.isArray(value))
    return (
      <select aria-label={name} value={formatValue(value)} onChange={(event) => onSave(event.currentTarget.value)}>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  const isChanged = text !== formatValue(value);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(text);
      }}
    >
      <input
        aria-label={name}
        value={text}
        placeholder="not set"
        title={shape}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {isChanged && (
        <button type="submit" class="button primary">
          Save
        </button>
      )}
    </form>
  );
}
