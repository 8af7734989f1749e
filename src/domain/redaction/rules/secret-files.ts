/** Files that are a secret as a whole, told by their name. */
const secretFiles: readonly { readonly rule: string; readonly name: RegExp }[] = [
  { rule: "pkcs12-file", name: /[^/]\.p(?:12|fx)$/i },
  { rule: "key-store-file", name: /[^/]\.(?:jks|keystore|kdbx?|ppk)$/i },
  { rule: "ssh-key-file", name: /(?:^|\/)id_(?:rsa|dsa|ecdsa|ed25519)$/ },
];

/** The rule that says a file must not be read at all, if there is one. */
export function secretFileRule(path: string): string | undefined {
  const slashed = path.slice(-512).replaceAll("\\", "/");
  return secretFiles.find(({ name }) => name.test(slashed))?.rule;
}
