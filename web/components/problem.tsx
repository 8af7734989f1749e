import { RequestError } from "../api/request.js";
import { Icon } from "./icon.js";
import { InlineText } from "./inline-text.js";

interface Props {
  readonly error: Error;
  onRetry?(): void;
}

/** What went wrong and what to do about it. */
export const Problem = ({ error, onRetry }: Props) => (
  <div class="problem" role="alert">
    <Icon name="warning" />
    <div>
      <p class="problem-message">
        <InlineText text={error.message || "Something went wrong."} />
      </p>
      {error instanceof RequestError && error.hint && (
        <p class="quiet">
          <InlineText text={error.hint} />
        </p>
      )}
    </div>
    {onRetry && (
      <button type="button" class="button" onClick={onRetry}>
        Try again
      </button>
    )}
  </div>
);
