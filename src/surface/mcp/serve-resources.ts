import { ResourceNotFoundError, type Server } from "@modelcontextprotocol/server";
import { inTenant } from "../../engine/tenant-scope.js";
import { toolsets } from "../../tools/toolsets.js";
import type { Catalog } from "../catalog.js";
import { neutralizeValue } from "../map-strings.js";
import type { OpenCall } from "../open-call.js";
import { pick } from "../pick.js";
import { echoName, shownError } from "../wire-errors.js";
import { cardAt, cardMimeType, cardPage } from "./cards.js";
import type { Handling } from "./handling.js";

const mimeType = "application/json";

export function serveResources(server: Server, { catalog, open, showsCards, cardParts }: Handling): void {
  server.setRequestHandler("resources/list", async (_, context) => ({
    resources: [
      ...catalog().resources.map(({ uri, name, title, description }) => ({ uri, name, title, description, mimeType })),
      ...(await listedAddresses(catalog(), open(context))),
    ],
  }));

  server.setRequestHandler("resources/templates/list", async () => ({
    resourceTemplates: catalog().templates.map((one) => ({
      ...pick(one, "name", "title", "description"),
      mimeType,
      uriTemplate: one.template,
    })),
  }));

  server.setRequestHandler("resources/read", async ({ params: { uri } }, context) => {
    const card = showsCards() ? cardAt(uri) : undefined;
    const parts = card === undefined ? undefined : await cardParts?.();
    if (card !== undefined && parts) return { contents: [cardContent(uri, cardPage(card, parts))] };
    const text = JSON.stringify(await readResource(catalog(), uri, open(context)));
    return { contents: [{ uri, mimeType, text }] };
  });
}

/** No domains: a card communicates only with its client. */
const cardContent = (uri: string, text: string) => ({
  uri,
  mimeType: cardMimeType,
  text,
  _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true } },
});

async function listedAddresses({ templates }: Catalog, { app }: OpenCall) {
  const addresses = await Promise.all(
    templates.map(async ({ template, name, title, description, listed }) => {
      const paramsList = (await inTenant(app.call.tenant, () => listed?.(app))) ?? [];
      return paramsList.map((params) => ({ uri: fillTemplate(template, params), name, title, description, mimeType }));
    }),
  );
  return addresses.flat();
}

const fillTemplate = (template: string, params: Readonly<Record<string, string>>): string =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

/** A missing entry is reported in the family's error form, as its contract requires; an unknown URI is a protocol error. */
async function readResource(catalog: Catalog, uri: string, call: OpenCall): Promise<unknown> {
  const { app } = call;
  const resource = findResource(catalog, uri);
  if (!resource) throw new ResourceNotFoundError(echoName(app.redaction.text, uri));
  try {
    return neutralizeValue(app.redaction.value(await inTenant(app.call.tenant, () => resource.read(app))));
  } catch (error) {
    app.call.log.info("resource.failed", { uri, error: error instanceof Error ? error.message : String(error) });
    return shownError(error, toolsets[resource.toolset].errorForm, call);
  }
}

function findResource(catalog: Catalog, uri: string) {
  const fixed = catalog.resources.find((one) => one.uri === uri);
  if (fixed) return { toolset: fixed.toolset, read: (app: OpenCall["app"]) => fixed.read(app) };
  for (const template of catalog.templates) {
    const params = matchTemplate(template.template, uri);
    if (params) return { toolset: template.toolset, read: (app: OpenCall["app"]) => template.read(params, app) };
  }
  return undefined;
}

/** The decoded parameters of `uri` if it matches `template`. Each name in braces is one segment. */
function matchTemplate(template: string, uri: string): Record<string, string> | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const pattern = template.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "([^/]+)");
  const match = uri.match(new RegExp(`^${pattern}$`));
  if (!match) return undefined;
  return Object.fromEntries(names.map((name, i) => [name, decode(match[i + 1] ?? "")]));
}

/** A percent sign without a valid escape stays as it is. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
