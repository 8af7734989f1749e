import { AppError } from "../../base/errors.js";
import type { Settings } from "../../base/settings.js";
import { mayDo, type Principal, type Role, roles } from "../../domain/access/principal.js";
import { databaseOnly } from "../../tools/database-only-tools.js";
import { type Catalog, catalogFor } from "../catalog.js";

/**
 * The catalog for tenants of a service: tools that read and write only their rows. Resources and prompts
 * come from a repository on this machine, and tenants have none here.
 */
export function createServiceCatalog(settings: Settings): (principal: Principal) => Catalog {
  const machineTools = settings["service.machineTools"];
  const all = catalogFor(settings).tools;
  const unknown = machineTools.find((name) => !all.some((tool) => tool.name === name));
  if (unknown) throw new AppError("invalid", `service.machineTools names ${unknown}, which is not offered.`);
  const offered = all.filter(({ name }) => databaseOnly.has(name) || machineTools.includes(name));
  const byRole = new Map<Role, Catalog>(
    roles.map((role) => {
      // Not shown, but known: the error names the required role, and the call is audited.
      const tools = offered.map((tool) => (mayDo({ role }, tool.effect) ? tool : { ...tool, unlisted: role }));
      return [role, { tools, resources: [], templates: [], prompts: [] }];
    }),
  );
  const nothing: Catalog = { tools: [], resources: [], templates: [], prompts: [] };
  return ({ role }) => byRole.get(role) ?? nothing;
}
