/** Files that are secrets as a whole, recognized by name. */
const secretFiles: readonly { readonly rule: string; readonly name: RegExp }[] = [
  { rule: "pkcs12-file", name: /[^/]\.p(?:12|fx)$/i },
  { rule: "key-store-file", name: /[^/]\.(?:jks|keystore|kdbx?|ppk)$/i },
  { rule: "ssh-key-file", name: /(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$/ },
];

export const fileRuleIds: readonly string[] = secretFiles.map(({ rule }) => rule);

/** The rule of a file that must not be read at all; undefined for other files. */
export function secretFileRule(path: string): string | undefined {
  const slashed = path.slice(-512).replaceAll("\\", "/");
  return secretFiles.find(({ name }) => name.test(slashed))?.rule;
}
