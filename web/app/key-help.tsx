import { Dialog } from "../components/dialog.js";
import { isHelpOpen } from "./keys.js";
import { listViews } from "./views.js";

const rowsOf = (): readonly (readonly [string, string])[] => [
  ["Ctrl K", "Search from anywhere"],
  ["/", "Open the search view"],
  ["j  k", "Next and previous row"],
  ["Enter", "Open the row"],
  ["Esc", "Leave a field, close a dialog"],
  ["u", "Undo the last action"],
  ["?", "Show this help"],
  ...listViews()
    .filter(({ key }) => key !== "/")
    .map(({ key, title }) => [`g  ${key}`, title] as const),
];

export const KeyHelp = () => (
  <Dialog
    title="Keyboard shortcuts"
    isOpen={isHelpOpen.value}
    onClose={() => {
      isHelpOpen.value = false;
    }}
  >
    <dl class="key-list">
      {rowsOf().map(([key, meaning]) => (
        <div key={key}>
          <dt>
            {key.split("  ").map((keyName) => (
              <kbd key={keyName}>{keyName}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
