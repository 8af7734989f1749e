/** Served instead of the page when it was not built: says that the server runs and how to use it. */
export const fallbackPageHtml = (version: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Throughline</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color-scheme: light dark; }
code { font: 0.9em ui-monospace, monospace; }
</style>
</head>
<body>
<h1>Throughline</h1>
<p>Version ${version} is running. Agents connect to <code>/mcp</code> at this URL with the bearer token that
<code>throughline serve</code> prints; scripts call tools with <code>POST /api/tools/&lt;name&gt;</code>.</p>
</body>
</html>
`;
