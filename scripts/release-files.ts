import manifest from "../package.json" with { type: "json" };
import { description } from "./packages/manifest-facts.js";

const { version, license } = manifest;
const repository = `https://github.com/${manifest.repository.replace("github:", "")}`;
const tarball = `throughline-${version}.tgz`;
const tarballUrl = `${repository}/releases/download/v${version}/${tarball}`;

/** Installs a release with nothing but Node and npm, for one user and without root. */
const installScript = () => `#!/bin/sh
# Installs Throughline ${version} and connects the agents on this machine.
# Options are those of \`throughline install\`, for example --dry-run.
set -eu
command -v node >/dev/null || { echo "Install Node 22 or later first." >&2; exit 1; }
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a === 22 && b >= 16) || (a === 20 && b >= 19) ? 0 : 1)' ||
  { echo "Node $(node --version) is too old. Install Node 22 or later." >&2; exit 1; }
package="\${THROUGHLINE_PACKAGE:-${tarballUrl}}"
exec npm exec --yes --package="$package" -- throughline install "$@"
`;

const formula = (sha256: string) => `class Throughline < Formula
  desc "Gives coding agents one memory: lessons, decisions and past sessions"
  homepage "${repository}"
  url "${tarballUrl}"
  sha256 "${sha256}"
  license "${license}"
  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/throughline --version")
  end
end
`;

const scoopManifest = (sha256: string) => ({
  version,
  description,
  homepage: repository,
  license,
  depends: "nodejs-lts",
  url: tarballUrl,
  hash: sha256,
  extract_dir: "package",
  post_install: [
    'Push-Location "$dir"; npm install --omit=dev --ignore-scripts --no-audit --no-fund; Pop-Location',
    `Set-Content "$dir\\throughline.cmd" '@node "%~dp0dist\\main.js" %*'`,
  ],
  bin: "throughline.cmd",
});

/** Files of a release that name its tarball, by file name. */
export const releaseFiles = (tarballSha256: string): Readonly<Record<string, string>> => ({
  "install.sh": installScript(),
  "throughline.rb": formula(tarballSha256),
  "throughline.json": `${JSON.stringify(scoopManifest(tarballSha256), null, 2)}\n`,
});
