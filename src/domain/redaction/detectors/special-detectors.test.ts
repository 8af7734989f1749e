import { describe, expect, it } from "vitest";
import { redact } from "../redact.js";

const dashes = "-----";
const pem = (label: string, body: string) =>
  `${dashes}BEGIN ${label}${dashes}\n${body}\n${dashes}END ${label}${dashes}`;
const base64 = "qL4Yv1".repeat(20);
/** Made here, so that no scanner of files takes the test for a leak. */
const pass = ["hJ7", "kQ2!", "vRx"].join("");
const opaque = ["9aF2kLq8", "Zt4WmX7c", "Rb1NyP5e"].join("");

describe("special forms", () => {
  it.each([
    ["a private key as a whole", `a\n${pem("RSA PRIVATE KEY", base64)}\nb`, "a\n[REDACTED]\nb"],
    ["a private key in one line", `"${pem("PRIVATE KEY", base64).replaceAll("\n", "\\n")}"`, '"[REDACTED]"'],
    ["the password of an address", `redis://:${pass}@cache:6379`, "redis://:[REDACTED]@cache:6379"],
    ["a password that holds an @", "amqp://app:p@ss9word@mq/", "amqp://app:[REDACTED]@mq/"],
    ["a password that holds a #", "mysql://app:pa#ss9word@db/x", "mysql://app:[REDACTED]@db/x"],
    ["a token in place of a user", `https://${opaque}@git.internal/x.git`, "https://[REDACTED]@git.internal/x.git"],
    ["a password with digits for letters", "ftp://app:pl4inText9@files/x", "ftp://app:[REDACTED]@files/x"],
    [
      "a link that Azure signed",
      `https://a/b?sv=2024-01-01&sig=${opaque}${opaque}`,
      "https://a/b?sv=2024-01-01&sig=[REDACTED]",
    ],
    ["a bearer token", `Authorization: Bearer ${opaque}`, "Authorization: Bearer [REDACTED]"],
    ["a key in a header", `x-api-key: ${opaque}`, "x-api-key: [REDACTED]"],
    ["a password given to curl", `curl -u app:${pass} https://h`, "curl -u app:[REDACTED] https://h"],
    ["a setting of a shell", `export DB_PASSWORD=${pass}`, "export DB_PASSWORD=[REDACTED]"],
    ["a value of YAML", `db:\n  password: ${pass}\n`, "db:\n  password: [REDACTED]\n"],
    ["an element of XML", `<password>${pass}</password>`, "<password>[REDACTED]</password>"],
    [
      "every value of a manifest",
      `kind: Secret\ndata:\n  a: a1I3bVF6Mng=\n  b: |\n    d1Q0blB2OWM=\ntype: Opaque\n`,
      "kind: Secret\ndata:\n  a: [REDACTED]\n  b: |\n    [REDACTED]\ntype: Opaque\n",
    ],
    [
      "a manifest in JSON",
      `{"kind":"Secret","data":{"a":"a1I3bVF6Mng="}}`,
      `{"kind":"Secret","data":{"a":"[REDACTED]"}}`,
    ],
    [
      "a key of PuTTY",
      "PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 1\nAAAA\nPrivate-MAC: 00",
      "PuTTY-User-Key-File-2: ssh-rsa\n[REDACTED]\nPrivate-MAC: 00",
    ],
  ])("hides %s", (_, text, shown) => {
    expect(redact(text).text).toBe(shown);
  });

  it.each([
    ["a public key", pem("PUBLIC KEY", base64)],
    ["a certificate", pem("CERTIFICATE", base64)],
    ["a mention of a key", `${dashes}BEGIN PRIVATE KEY${dashes} … ${dashes}END PRIVATE KEY${dashes}`],
    ["an address without login", "https://example.com:8080/a?b=c@d#e"],
    ["an address with a user", "ssh://git@github.com/a/b.git"],
    ["an address of documentation", "postgres://user:password@localhost/db"],
    ["an address made of variables", "postgres://app:$PASSWORD@db/x"],
    ["an address of a scoped package", "https://packages.example.com/@types/node/-/node-20.1.0.tgz"],
    ["a header made of variables", "Authorization: Bearer {{token}}"],
    ["prose about headers", "Authorization: required for all requests"],
    ["a constant that names a field", 'const PASSWORD_FIELD = "password";'],
    ["a type", "interface A { password: string; apiKey?: string }"],
    ["a call", "const token = await fetchToken(user1, options2);"],
    ["a member", "this.accessKey = options.accessKey2;"],
    ["a label", 'password: "Enter your password"'],
    ["a reference in YAML", "password: !Ref DbPassword1"],
    ["a manifest of another kind", "kind: ConfigMap\ndata:\n  a: Zm9vYmFyMQ==\n"],
    ["a login of variables", 'curl -u "$USER:$PASS" https://h'],
    ["a UUID beside a weak word", `{"key": "${["123e4567", "e89b", "42d3", "a456", "426614174abc"].join("-")}"}`],
    ["a hash that is the key of a map", `key: "${"9fceb02d0a".repeat(4)}"`],
    ["a dummy in a manifest", "kind: Secret\ndata:\n  a: Zm9vYmFyMQ==\n"],
    [
      "a certificate in a manifest",
      `kind: Secret\nstringData:\n  ca: |\n    ${pem("CERTIFICATE", base64).replaceAll("\n", "\n    ")}\n`,
    ],
    ["a signed link to public media", `https://video/play?itag=18&sig=${opaque}${opaque}`],
    ["a login that is named after its user", 'auth == "Basic bmV0cmNfdXNlcjpuZXRyY19wYXNz"'],
    ["a constant of a table", "TIOCSETVERAUTH = 0x8004741c"],
    ["a public key of NATS", 'nkey: "UCNGL4W5QX66CFX6A6DCBVDH5VOHMI7B2UZZU7TXAUQQSI2JPHULCKBR"'],
    ["the name of a secret", 'DATA_JWT_SECRET = "oauth2_jwt_secret"'],
    ["a statement behind a case", "case *v1.Secret:\n\tk8sObjects = append(k8sObjects, o)"],
    ["a hash of a lock file", `"integrity": "sha512-${base64}=="`],
    ["a commit", "commit 9fceb02d0ae598e95dc970b74767f19372d61af8"],
  ])("leaves %s", (_, text) => {
    expect(redact(text).text).toBe(text);
  });
});
