import { AsyncLocalStorage } from "node:async_hooks";

const scope = new AsyncLocalStorage<string>();

/**
 * Runs `body`, and all that it starts, for one tenant. A database that keeps tenants apart by itself shows the rows of
 * this tenant only, regardless of the statements (decision 0081).
 */
export const inTenant = <T>(tenant: string, body: () => T): T => scope.run(tenant, body);

export const currentTenant = (): string | undefined => scope.getStore();
