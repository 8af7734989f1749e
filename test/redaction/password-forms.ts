const colorStart = "\u001b";

/** How people write down a password or key, with the value left open. The place decides that it is one. */
export const passwordForms: Readonly<Record<string, (value: string) => string>> = {
  "prose with a colon": (value) => `Log in as ops, password: ${value} and restart the worker.`,
  "prose with a verb": (value) => `The database password is ${value}, keep it safe.`,
  "list item": (value) => `- host: db1\n- password: ${value}\n- port: 5432\n`,
  "bold name": (value) => `**Password:** ${value}\n`,
  "bold line": (value) => `**password: ${value}**\n`,
  "code span": (value) => `Password: \`${value}\`\n`,
  "table row": (value) => `| user | app |\n| password | ${value} |\n`,
  "name and dash": (value) => `staging token - '${value}'\n`,
  YAML: (value) => `db:\n  host: db1\n  password: ${value}\n`,
  "quoted YAML": (value) => `db:\n  password: '${value}'\n`,
  "YAML inside JSON": (value) => JSON.stringify({ file: `db:\n  password: ${value}\n  port: 1\n` }),
  JSON: (value) => JSON.stringify({ user: "app", password: value }),
  "JSON inside JSON": (value) => JSON.stringify({ line: JSON.stringify({ db_password: value }) }),
  INI: (value) => `[client]\nuser = app\npassword = ${value}\n`,
  "Java properties": (value) => `spring.datasource.password=${value}\n`,
  TOML: (value) => `client_secret = "${value}"\n`,
  "string constant": (value) => `const clientSecret = "${value}";\n`,
  "typed constant": (value) => `private static final String DB_PASSWORD = "${value}";\n`,
  "keyword argument": (value) => `connect(host="db1", password="${value}", timeout=3)\n`,
  "hash rocket": (value) => `'password' => '${value}',\n`,
  comparison: (value) => `if (password == "${value}") {\n`,
  "PHP constant": (value) => `define('DB_PASSWORD', '${value}');\n`,
  "default of a lookup": (value) => `os.environ.get("DB_PASSWORD", "${value}")\n`,
  "default behind an operator": (value) => `const secret = process.env.APP_SECRET || "${value}";\n`,
  "default of a shell variable": (value) => `PGPASSWORD="\${PGPASSWORD:-${value}}" psql\n`,
  "environment file": (value) => `HOST=db1\nDB_PASSWORD=${value}\nPORT=1\n`,
  export: (value) => `export API_SECRET='${value}'\n`,
  Dockerfile: (value) => `ENV DB_PASSWORD ${value}\n`,
  Compose: (value) => `    environment:\n      - POSTGRES_PASSWORD=${value}\n`,
  "Kubernetes variable": (value) => `env:\n  - name: DB_PASSWORD\n    value: ${value}\n`,
  "Kubernetes variable in JSON": (value) => `{"name": "DB_PASSWORD", "value": "${value}"}\n`,
  "Terraform default": (value) => `variable "db_password" {\n  type    = string\n  default = "${value}"\n}\n`,
  "Jenkins credential": (value) => `<secret>{${value}}</secret>\n`,
  "XML element": (value) => `<password>${value}</password>\n`,
  "XML attribute": (value) => `<login user="app" password="${value}"/>\n`,
  pgpass: (value) => `db1.internal:5432:main:app:${value}\n`,
  "WPA key": (value) => `network={\n  ssid="office"\n  psk="${value}"\n}\n`,
  "colored terminal": (value) =>
    `${colorStart}[32mDB_PASSWORD${colorStart}[0m=${colorStart}[33m${value}${colorStart}[0m\n`,
};

/** Four kinds of value, put together here so that no scanner of files takes them for a leak. */
export const passwordValues: Readonly<Record<string, string>> = {
  "random with signs": ["vK7!", "qR2#", "xLw9"].join(""),
  "words with hyphens": ["maple", "otter", "window", "bridge"].join("-"),
  "hexadecimal of 16 digits": ["9f3c1a7b", "e4d20586"].join(""),
  "letters only": ["qwhzkv", "bxmtrw", "lpdfgc"].join(""),
};
