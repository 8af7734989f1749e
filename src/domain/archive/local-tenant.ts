/** Sessions on this machine belong to its user. */
export const localTenant = "local";
