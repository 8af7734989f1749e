import { projectResources } from "./archive/project-resources.js";
import { contextResources } from "./context/resources.js";
import type { Resource } from "./define-resource.js";

/** Every resource, in the order in which clients list them. */
export const resources: readonly Resource[] = [...contextResources, ...projectResources];
