/** What a person sees who opens the server's address: that it runs, and where to go from there. */
export const pageHtml = (version: string): string => `<!doctype html>
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
<p>Version ${version} is running. Agents connect to <code>/mcp</code> on this address with the bearer token that
<code>throughline serve</code> names; scripts call tools with <code>POST /api/tools/&lt;name&gt;</code>.</p>
</body>
</html>
`;
