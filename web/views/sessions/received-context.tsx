import type { Replay } from "../../../src/surface/http/api-types.js";
import { memoryLink } from "../../app/links.js";
import { Icon } from "../../components/icon.js";
import { InlineText } from "../../components/inline-text.js";
import { formatCount } from "../../components/numbers.js";

/** The context that a hook injected, at its position in the session. */
export const ReceivedContext = ({ receipt }: { readonly receipt: Replay["received"][number] }) => (
  <details class="received">
    <summary>
      <Icon name="receipt" size={16} />
      <span class="tool-name">Received context</span>
      <span class="tool-summary">
        {receipt.memories.length > 0 ? formatCount(receipt.memories.length, "memory", "memories") : "project context"}
      </span>
      <span class="meta">{formatCount(receipt.tokens, "token")}</span>
    </summary>
    <div class="tool-body">
      {receipt.memories.length > 0 && (
        <ul class="fact-list">
          {receipt.memories.map(({ id, title }) => (
            <li key={id}>
              <Icon name="memory" size={15} />
              <a href={memoryLink(id)}>
                <InlineText text={title} />
              </a>
            </li>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre class="output" tabIndex={0}>
        {receipt.text}
      </pre>
    </div>
  </details>
);
