import type { AppCall } from "../domain/app.js";

/** For an empty answer: which tenant was searched, and that the caller's own has records. */
export async function searchedTenant(
  app: AppCall,
  named: string | undefined,
  countOwn: () => Promise<number>,
): Promise<{ searched_tenant: string; hint?: string }> {
  const own = await app.identity.tenant(undefined, app.call.folder);
  const searched = await app.identity.tenant(named, app.call.folder);
  const count = searched === own ? 0 : await countOwn();
  const hint = `Your own tenant has ${count}: leave out tenant_id to see ${count === 1 ? "it" : "them"}.`;
  return { searched_tenant: searched, ...(count > 0 ? { hint } : {}) };
}
