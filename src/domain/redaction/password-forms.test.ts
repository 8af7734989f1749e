import { describe, expect, it } from "vitest";
import { passwordForms, passwordValues } from "../../../test/redaction/password-forms.js";
import { redact } from "./redact.js";

const uuid = ["3f2b8c1e", "77d4", "4b0a", "9c55", "d1e6a0f39b72"].join("-");
const base64url = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, i) => (i * 73 + 41) & 255)).toString("base64url");

describe("passwords as people write them", () => {
  it("covers 38 forms and four kinds of value", () => {
    expect(Object.keys(passwordForms)).toHaveLength(38);
    expect(Object.keys(passwordValues)).toHaveLength(4);
  });

  describe.each(Object.entries(passwordForms))("%s", (_, form) => {
    it.each(Object.entries(passwordValues))("hides a value: %s", (__, value) => {
      const { text } = redact(form(value));
      expect(text).not.toContain(value);
      expect(text).toContain("[REDACTED]");
    });

    it.each(["$" + "{DB_PASSWORD}", "{{ db_password }}", "<password>"])("leaves the reference %s", (reference) => {
      expect(redact(form(reference)).text).toBe(form(reference));
    });
  });

  it.each([
    ["a UUID given to a secret's name", `client_secret: "${uuid}"`, uuid],
    ["the UUID of an npm login", `//registry.test/:_authToken=${uuid}`, uuid],
    ["a hash of a shadow file", `root:$6$aB3dE6gH$${"kQ9/xZ2.".repeat(10)}abcdef:19000:0:99999:7:::`, "kQ9/xZ2."],
    ["the private part of a JWK", `{"kty":"EC","crv":"P-256","x":"abc","d":"${base64url(32)}"}`, base64url(32)],
    ["a symmetric JWK", `{"k": "${base64url(32)}", "kty": "oct"}`, base64url(32)],
  ])("hides %s", (_, text, secret) => {
    expect(redact(text).text).not.toContain(secret);
  });

  it("hides a value wherever it is repeated in the same text", () => {
    const value = ["k3Jq9", "Zt7Lm2", "Wx5Rv8"].join("");
    expect(redact(`api_token = "${value}"\nretry with ${value} again`).text).toBe(
      'api_token = "[REDACTED]"\nretry with [REDACTED] again',
    );
  });
});

describe("code that names passwords without holding one", () => {
  it.each([
    "def login(user, password=None, token=''):",
    "def login(user: str, password: Optional[str] = None, secret_key: bytes | None = None) -> Token:",
    "interface Login { password: string; apiToken?: string; secretKey: Uint8Array }",
    "function login(username: string, password: string, clientSecret: ClientSecret): Promise<Session>",
    "fn login(user: &str, password: &Secret<String>, token: AccessToken) -> Result<Session>",
    'input: { type: "password", name: "current-password", autocomplete: "new-password" }',
    '<input type="password" name="password" id="login-password" placeholder="Your password">',
    'password = "password"',
    'password: "test-password"',
    "password = request.form['password']",
    "this.password = credentials.password;",
    "token = next_token_from_stream",
    "const token = tokens.shift();",
    'self.assertEqual(token, "identifier")',
    'secret = load_secret("billing-service-database-login")',
    '"Password": "Contraseña",',
    '"Change password": "Jelszóváltoztatás",',
    "password: forgot-password-email-template",
    "The password: a short guide to choosing one.",
    "| password | string | The password of the user |",
    "PASSWORD_HASHERS = ['django.contrib.auth.hashers.MD5PasswordHasher']",
    "if (token === 'string-literal-end') return;",
    'cipher.setSecret("application-level-secret-name")',
    "password: correct horse",
    "api_key: str = Field(default=None, description='key')",
    "env:\n  - name: LOG_LEVEL\n    value: debug-and-trace-everything\n",
    "connect(host=host, user=conn.login, password=conn.password)",
    'assert headers["Authorization"] == "Bearer proxy-token-1"',
    'jwt_token = "eyJhbGciOiJIUzI1NiJ9.payload.signature"',
    'date_key: "2024-05-22T11:10:00+00:00"',
    '[FieldKey.TRACE]: "7b91699fd385d9fd52e0c4bc"',
    "register_algorithm :argon2, SecurePassword::Argon2Password",
    "conduit_private_key=RS256_KEY_B64,",
    'process.env[envKey] = "http://127.0.0.1:3128"',
    "PWdldA== Lml0ZXJhdG9y",
    "password: '#{params[:password]}'",
    '[ "$PWD" = "`+expected1+`" ]',
    'fetchSecretsForProject("team-456")',
    "pub const FILE_ALL_ACCESS: FILE_ACCESS_RIGHTS = 2032127u32;",
    "{hexKey: pkcs8P224PrivateKeyHex}",
    '_key: "9f1a629887fd",',
    '"vsm4key4128" => "__builtin_ia32_vsm4key4128",',
    'includes credentials: "+e)}r=makeRequest({urlList:[A]});o="x"',
    "const STATISTICS_KEY='submetrics';",
    "    --- PASS: TestAddrStringAllocs/ipv6+zone\n",
    'SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")',
    "postgresql+psycopg2://app:airflow@localhost/airflow",
    "-----BEGIN PRIVATE KEY-----<br />KEY DATA GOES HERE<br />-----END PRIVATE KEY-----",
    'variable "region" {\n  default = "maple-otter-window-bridge"\n}',
  ])("leaves %s", (text) => {
    expect(redact(text).text).toBe(text);
  });
});
