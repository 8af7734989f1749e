import type { Random } from "./random.js";

/** How people tell each other a password in messages, notes and commands, with the value left open. */
export const proseForms: Readonly<Record<string, (value: string) => string>> = {
  "a verb in the past": (value) => `The staging password was ${value} until Monday.`,
  "a verb in the present": (value) => `fyi the wifi password is ${value}`,
  "a code span": (value) => `Log in with the password \`${value}\` and check the queue.`,
  "a blank": (value) => `Password ${value}\n`,
  "a blank in a sentence": (value) => `use user deploy and password ${value} for the bastion`,
  "quotation marks": (value) => `the password "${value}" still works on db2`,
  "a user and a slash": (value) => `The test box takes admin / ${value} for now.`,
  "a user and a slash without blanks": (value) => `router login is admin/${value}`,
  "a login with a slash": (value) => `login: deploy / ${value}\n`,
  "a partner's login": (value) => `partner login: partner-api / ${value}\n`,
  "a login with a colon": (value) => `credentials: deploy:${value}\n`,
  "pw and an equals sign": (value) => `ssh to 10.0.3.4 with pw=${value} please`,
  "pw and a colon": (value) => `user: deploy, pw: ${value}`,
  "pass and a verb": (value) => `Keystore pass is ${value}`,
  "pass and a colon": (value) => `user: bob pass: ${value}`,
  "the word for an account": (value) => `DB creds: app_rw / ${value}`,
  "an option with a blank": (value) => `./login.sh -u deploy -p ${value}`,
  "a long option": (value) => `tool login --user bob --password ${value} --quiet`,
  "the input of chpasswd": (value) => `echo "bob:${value}" | chpasswd`,
  "the input of chpasswd without quotation marks": (value) => `echo bob:${value} | sudo chpasswd`,
  "a column of a table": (value) =>
    `| host | user | password |\n|------|------|----------|\n| db1 | app | ${value} |\n| db2 | ops | ${value} |\n`,
  "a column of a list with commas": (value) => `host,user,password\ndb1,app,${value}\n`,
  Chinese: (value) => `数据库密码：${value}\n`,
  "Chinese with a verb": (value) => `登录密码是 ${value}，请勿外传`,
  Japanese: (value) => `パスワード：${value}\n`,
  French: (value) => `Le mot de passe : ${value}\n`,
  "French with a verb": (value) => `le mot de passe est ${value}.`,
  Spanish: (value) => `contraseña: ${value}\n`,
  "a key in Spanish": (value) => `usuario: ana, clave: ${value}`,
  German: (value) => `Zugang: deploy / ${value}\n`,
  "German with a verb": (value) => `Das Passwort lautet ${value}, bitte ändern.`,
  Portuguese: (value) => `senha: ${value}\n`,
  Russian: (value) => `пароль: ${value}\n`,
  "a passphrase": (value) => `The signing key's passphrase: ${value}`,
  "a line of pgpass behind words": (value) => `my .pgpass has db1.internal:5432:main:app:${value} in it`,
  "a change of the password": (value) => `I changed the root password to ${value} last night.`,
  "a password for something": (value) => `password for the backup user: ${value}\n`,
  "an arrow": (value) => `grafana admin password -> ${value}`,
};

const words =
  "maple heron otter window bridge copper violet harbor falcon timber meadow cobalt lantern pepper granite saddle".split(
    " ",
  );
const lower = "abcdefghijklmnopqrstuvwxyz";
const digits = "0123456789";
const alnum = lower + lower.toUpperCase() + digits;
const leet: Readonly<Record<string, string>> = { a: "4", e: "3", i: "1", o: "0" };
const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const digit = (random: Random) => random.text(1, digits);

/** Four kinds of value as people choose and machines draw them. */
export const proseValues: Readonly<Record<string, (random: Random) => string>> = {
  "words and a number": (random) => {
    const [first, second] = [random.pick(words), capitalize(random.pick(words))];
    const number = `${1 + random.below(9)}${random.text(3, digits)}`;
    return random.pick([
      `${first}-${second}-${number}`,
      `${capitalize(first)}!${number}`,
      `${first}${second}${number}`,
    ]);
  },
  "short with look-alike digits or drawn": (random) => {
    const word = capitalize(random.pick(words)).replace(/[aeio]/g, (letter) => leet[letter] ?? letter);
    return random.pick([
      `${word}!${digit(random)}`,
      `${word}${random.text(2, lower)}`,
      random.text(7, alnum) + digit(random),
    ]);
  },
  "ten characters": (random) => random.text(10, alnum),
  "long and random": (random) => random.text(24 + random.below(17), alnum),
};
