import type { Random } from "./random.js";
import type { Planted } from "./token-corpus.js";

const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const hex = "0123456789abcdef";
const alnum = lower + lower.toUpperCase() + digits;
const base64 = `${alnum}+/`;
const passwordSigns = `${alnum}!#*+~-_.`;

const dashes = "-".repeat(5);

/** A password as people make them: letters, a digit, a sign. */
function password(random: Random): string {
  return `${random.text(5, lower)}${random.text(3, alnum)}${random.below(10)}${random.pick(["!", "#", "+", "*", "~"])}${random.text(3, alnum)}`;
}

const jsonBase64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

function jwt(random: Random): string {
  const claims = {
    sub: random.text(10, digits),
    name: random.text(8, lower),
    iat: 1_700_000_000 + random.below(9_999_999),
  };
  return `${jsonBase64({ alg: "HS256", typ: "JWT" })}.${jsonBase64(claims)}.${random.text(43, `${alnum}-_`)}`;
}

function pemBody(random: Random, lineBreak: string): string {
  return Array.from({ length: 4 + random.below(20) }, () => random.text(64, base64)).join(lineBreak);
}

const databases = [
  "postgres",
  "postgresql+asyncpg",
  "mysql",
  "mariadb",
  "redis",
  "rediss",
  "mongodb",
  "mongodb+srv",
  "amqp",
  "mssql+pyodbc",
  "clickhouse",
  "cockroachdb",
  "neo4j+s",
  "jdbc:postgresql",
];

type Form = (random: Random) => Planted;

function form(rule: string, make: (random: Random) => readonly [text: string, secret: string]): Form {
  return (random) => {
    const [text, secret] = make(random);
    return { rule, text, secret };
  };
}

function inText(secretOf: (random: Random) => string, ...texts: readonly ((secret: string) => string)[]) {
  return (random: Random): readonly [string, string] => {
    const secret = secretOf(random);
    return [random.pick(texts)(secret), secret];
  };
}

const longToken = (random: Random) => `${random.text(20, alnum)}${random.below(10)}${random.text(12, alnum)}`;

/** Secrets that have no prefix and no vendor, in the forms they are written in. */
export const specialTokens: readonly Form[] = [
  form("private-key", (random) => {
    const kind = random.pick(["RSA ", "EC ", "OPENSSH ", "ENCRYPTED ", "", "DSA "]);
    const lineBreak = random.pick(["\n", "\r\n", "\\n"]);
    const body = pemBody(random, lineBreak);
    const block = `${dashes}BEGIN ${kind}PRIVATE KEY${dashes}${lineBreak}${body}${lineBreak}${dashes}END ${kind}PRIVATE KEY${dashes}`;
    return [`key below\n${block}\nend`, body];
  }),
  form("private-key", (random) => {
    const body = pemBody(random, "\n");
    return [
      `${dashes}BEGIN PGP PRIVATE KEY BLOCK${dashes}\n\n${body}\n${dashes}END PGP PRIVATE KEY BLOCK${dashes}\n`,
      body,
    ];
  }),
  form("private-key", (random) => {
    const body = pemBody(random, "\n");
    return [`the file was cut:\n${dashes}BEGIN PRIVATE KEY${dashes}\n${body}`, body];
  }),
  form("gcp-service-account", (random) => {
    const body = pemBody(random, "\\n");
    return [
      `{"type":"service_account","private_key":"${dashes}BEGIN PRIVATE KEY${dashes}\\n${body}\\n${dashes}END PRIVATE KEY${dashes}\\n"}`,
      body,
    ];
  }),
  form(
    "jwt",
    inText(
      jwt,
      (token) => token,
      (token) => `Set-Cookie: a=${token}; Path=/`,
      (token) => `{"idToken":"${token}"}`,
      (token) => `saw\\n${token}\\nin log`,
    ),
  ),
  form(
    "jwt-base64",
    inText(
      (random) => Buffer.from(jwt(random)).toString("base64"),
      (token) => `payload: ${token}`,
    ),
  ),
  form("database-url", (random) => {
    const secret = password(random);
    return [`${random.pick(databases)}://app:${secret}@db${random.below(99)}.internal:5432/main?ssl=true`, secret];
  }),
  form(
    "database-url",
    inText(
      password,
      (secret) => `redis://:${secret}@cache:6379/0`,
      (secret) => `dsn := "app:${secret}@tcp(db:3306)/main"`,
    ),
  ),
  form(
    "url-credentials",
    inText(
      password,
      (secret) => `git clone https://bob:${secret}@git.internal/repo.git`,
      (secret) => `proxy=http://svc:${secret}@proxy:3128`,
    ),
  ),
  form(
    "url-credentials",
    inText(longToken, (secret) => `git remote add o https://${secret}@git.internal/a/b.git`),
  ),
  form(
    "connection-string",
    inText(
      password,
      (secret) => `Server=tcp:db,1433;Database=main;User ID=app;Password=${secret};Encrypt=true`,
      (secret) => `host=db port=5432 user=app password=${secret} dbname=main`,
      (secret) => `jdbc:mysql://db:3306/main?user=app&password=${secret}&useSSL=false`,
      (secret) => `Driver={SQL Server};Server=db;Uid=app;Pwd=${secret};`,
    ),
  ),
  form(
    "azure-connection-string",
    inText(
      (random) => `${random.text(86, base64)}==`,
      (secret) =>
        `DefaultEndpointsProtocol=https;AccountName=store;AccountKey=${secret};EndpointSuffix=core.windows.net`,
      (secret) => `Endpoint=sb://bus.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${secret}`,
    ),
  ),
  form(
    "database-password",
    inText(
      password,
      (secret) => `CREATE USER app IDENTIFIED BY '${secret}';`,
      (secret) => `ALTER ROLE app WITH PASSWORD '${secret}';`,
      (secret) => `jdbc:oracle:thin:app/${secret}@db:1521/main`,
    ),
  ),
  form(
    "authorization-header",
    inText(
      longToken,
      (secret) => `Authorization: Bearer ${secret}`,
      (secret) => `headers: { "Authorization": "Bearer ${secret}" }`,
      (secret) => `{\\"authorization\\":\\"token ${secret}\\"}`,
      (secret) => `X-Api-Key: ${secret}`,
      (secret) => `"PRIVATE-TOKEN": "${secret}"`,
      (secret) => `got Bearer ${secret} back`,
    ),
  ),
  form(
    "basic-login",
    inText(
      (random) => Buffer.from(`app:${password(random)}`).toString("base64"),
      (secret) => `Authorization: Basic ${secret}`,
      (secret) => `{"auths":{"registry.test":{"auth":"${secret}"}}}`,
      (secret) => `//registry.test/:_auth=${secret}`,
    ),
  ),
  form(
    "curl-auth-user",
    inText(
      password,
      (secret) => `curl -s -u app:${secret} https://host.test`,
      (secret) => `curl --user "app:${secret}" https://host.test`,
    ),
  ),
  form(
    "curl-auth-header",
    inText(longToken, (secret) => `curl -X POST \\\n  -H "X-My-Token: ${secret}" https://host.test`),
  ),
  form(
    "env-assignment",
    inText(
      password,
      (secret) => `A=1\nDB_PASSWORD=${secret}\nB=2`,
      (secret) => `docker run -e REDIS_PASSWORD=${secret} redis`,
      (secret) => `ENV APP_PASSWORD="${secret}"`,
    ),
  ),
  form(
    "env-assignment",
    inText(
      (random) => random.text(20, lower),
      (secret) => `A=1\nSESSION_SECRET=${secret}\nB=2`,
    ),
  ),
  form(
    "password-assignment",
    inText(
      password,
      (secret) => `{"password": "${secret}"}`,
      (secret) => `db:\n  password: ${secret}\n  host: x\n`,
      (secret) => `<password>${secret}</password>`,
      (secret) => `$passwd = '${secret}';`,
      (secret) => `{\\"password\\":\\"${secret}\\"}`,
    ),
  ),
  form(
    "generic-api-key",
    inText(
      longToken,
      (secret) => `apiToken = "${secret}"`,
      (secret) => `client_secret: ${secret}\n`,
      (secret) => `{"accessKey":"${secret}"}`,
      (secret) => `options["api_key"] = "${secret}"`,
      (secret) => `https://host.test/cb?access_token=${secret}&state=1`,
    ),
  ),
  form("kubernetes-secret-yaml", (random) => {
    const secret = Buffer.from(random.text(18, passwordSigns)).toString("base64");
    return [
      `apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ndata:\n  db: ${secret}\n---\nkind: Service\n`,
      secret,
    ];
  }),
  form("kubernetes-secret-yaml", (random) => {
    const secret = random.text(14, alnum);
    return [`apiVersion: v1\nstringData:\n  db: "${secret}"\nkind: Secret\n`, secret];
  }),
  form(
    "command-flag",
    inText(
      password,
      (secret) => `mysqladmin --user root --password ${secret} status`,
      (secret) => `sshpass -p '${secret}' ssh host`,
    ),
  ),
  form(
    "command-flag",
    inText(longToken, (secret) => `tool login --token ${secret} --quiet`),
  ),
  form(
    "command-password",
    inText(
      password,
      (secret) => `docker login -u me -p ${secret} registry.test`,
      (secret) => `mysql -u root -p${secret} main`,
      (secret) => `openssl rsa -passin pass:${secret} -in k.pem`,
      (secret) => `kubectl create secret generic x --from-literal=password=${secret}`,
    ),
  ),
  form(
    "spoken-secret",
    inText(
      password,
      (secret) => `My password is ${secret}, please log in.`,
      (secret) => `the password is \`${secret}\``,
    ),
  ),
  form(
    "spoken-secret",
    inText(
      longToken,
      (secret) => `The API key is ${secret}.`,
      (secret) => `aws configure set aws_secret_access_key ${secret}`,
    ),
  ),
  form(
    "generic-api-key",
    inText(
      (random) => `django-insecure-${longToken(random)}$${random.text(4, alnum)}`,
      (secret) => `SECRET_KEY = '${secret}'`,
    ),
  ),
  form(
    "password-assignment",
    inText(
      password,
      (secret) => `smtp_pass = "${secret}"`,
      (secret) => `pass: ${secret}\n`,
      (secret) => `dbPass: '${secret}',`,
    ),
  ),
  form(
    "nuget-config-password",
    inText(password, (secret) => `<add key="ClearTextPassword" value="${secret}" />`),
  ),
  form(
    "netrc-password",
    inText(password, (secret) => `machine host.test login bob password ${secret}\n`),
  ),
  form(
    "session-cookie",
    inText(longToken, (secret) => `Cookie: theme=dark; sessionid=${secret}; lang=en`),
  ),
  form(
    "signed-link",
    inText(
      (random) => `${random.text(20, alnum)}${random.below(10)}${random.text(22, alnum)}%3D`,
      (secret) => `https://store.blob.core.windows.net/c/f?sv=2022-11-02&sig=${secret}`,
    ),
  ),
  form(
    "signed-link",
    inText(
      (random) => random.text(64, hex),
      (secret) => `https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature=${secret}`,
    ),
  ),
  form(
    "sidekiq-sensitive-url",
    inText(
      (random) => `${random.text(8, hex)}:${random.text(8, hex)}`,
      (secret) => `source "https://${secret}@gems.contribsys.com/"`,
    ),
  ),
  form(
    "hashicorp-tf-password",
    inText(
      (random) => `${random.text(6, lower)}${random.text(4, digits)}`,
      (secret) => `administrator_login_password = "${secret}"`,
    ),
  ),
];
