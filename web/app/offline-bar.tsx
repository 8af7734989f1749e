import { isOffline } from "../api/connection.js";
import { Icon } from "../components/icon.js";
import { service } from "./team.js";

/** On every view while the server does not respond; it disappears by itself. */
export const OfflineBar = () => (
  <div class="offline" role="alert">
    {isOffline.value && (
      <p class="offline-bar">
        <Icon name="warning" />
        <span>
          The server does not respond.{" "}
          {!service && (
            <>
              Start it with <code>throughline serve</code>.{" "}
            </>
          )}
          This page reconnects by itself.
        </span>
      </p>
    )}
  </div>
);
