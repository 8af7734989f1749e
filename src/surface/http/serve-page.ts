import type { Context } from "hono";
import { version } from "../../base/version.js";
import type { PageFiles } from "../../engine/page-files.js";

const types: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml",
  json: "application/json",
  woff2: "font/woff2",
};

/** Only our own files load and run, no other page may frame ours, and text cannot become markup. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const securityHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": contentPolicy,
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
};

/** Serves a file of the page; undefined when there is none at the path. `head` is added to the document's head. */
export async function servePage(context: Context, files: PageFiles, head = ""): Promise<Response | undefined> {
  const path = context.req.path === "/" ? "index.html" : context.req.path.slice(1);
  const body = await files.read(path);
  const headers = { ...securityHeaders, ...headersOf(path) };
  if (!body) return path === "index.html" ? context.text(notBuilt, 200, securityHeaders) : undefined;
  if (head === "" || path !== "index.html") return context.body(Uint8Array.from(body).buffer, 200, headers);
  const page = new TextDecoder().decode(body).replace("</head>", () => `${head}</head>`);
  return context.body(page, 200, headers);
}

const notBuilt = `Throughline ${version} is running, but its page was not built. Agents connect to /mcp at this address.\n`;

const headersOf = (path: string) => ({
  "Content-Type": types[path.split(".").at(-1) ?? ""] ?? "application/octet-stream",
  // Asset names contain a hash of their content; everything else is revalidated.
  "Cache-Control": path.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache",
});
