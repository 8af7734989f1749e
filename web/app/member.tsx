import { post } from "../api/request.js";
import { welcome } from "./welcome.js";

/** Who is signed in to a team service, and the way out. */
export function Member() {
  const member = welcome.value?.member;
  if (!member) return null;
  const { user, tenant, role } = member;
  const signOut = () => post("/api/sign-out").finally(() => location.reload());
  return (
    <div class="member">
      <span class="member-name" title={`${user} of ${tenant}, role ${role}`}>
        {user}
        <span class="meta">
          {tenant} · {role}
        </span>
      </span>
      <button type="button" class="button" onClick={signOut}>
        Sign out
      </button>
    </div>
  );
}
