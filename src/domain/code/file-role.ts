/** What a file is in its repository. Questions are about sources unless they say otherwise. */
export type FileRole = "source" | "test" | "document" | "configuration" | "vendored";

const vendored = /(?:^|\/)(?:vendor|vendored|_vendor|third[_-]party|node_modules|site-packages)\//i;

const tests =
  /(?:^|\/)(?:tests?|__tests__|__mocks__|e2e|specs?|testing|testdata|test-data|fixtures?|[\w-]+[._-][Tt]ests?)\/|(?:^|\/)(?:test_|conftest\.)[^/]*$|[._-](?:tests?|spec|specs|test-d|e2e)\.\w+$|[a-z0-9](?:Tests?|IT|Spec)\.(?:java|cs|kt|php|swift|scala|groovy)$/;
const documents =
  /\.(?:md|mdx|markdown|rst|adoc|txt|html?|tex|po|pot)$|^(?:(?:packages|crates|apps)\/[^/]+\/)?(?:docs?|documentation|website|changelogs?|\.changes)\/|(?:^|\/)(?:changelog|changes|history|news|readme|license|copying|authors|contributors)$/i;
const configuration =
  /\.(?:json|jsonc|json5|ya?ml|toml|ini|cfg|conf|properties|lock|xml|csv|tsv|svg|editorconfig|csproj|sln|gradle|kts|mod|sum)$|(?:^|\/)\.[^/]+(?:\/|$)|(?:^|\/)(?:dockerfile|makefile|gemfile|rakefile|jenkinsfile|[^/]*\.config\.[cm]?[jt]s)$/i;

/** By common naming conventions. */
export function fileRoleOf(path: string): FileRole {
  if (vendored.test(path)) return "vendored";
  if (tests.test(path)) return "test";
  if (documents.test(path)) return "document";
  return configuration.test(path) ? "configuration" : "source";
}
