"""Made-up talk: what people say about their days and their work, and how one would ask for it in other words.

Repositories have little talk about lives. These sentences keep the model's sense of them (distillation), and teach it that
a question names the person and the subject but not the answer.
"""

import random

PEOPLE = """Anna Ben Carla David Elena Farid Grace Hugo Ines Jonas Karim Laura Marco Nadia Oscar Priya Quentin Rosa Samir Tara Ulrich
Vera Wei Ximena Yusuf Zoe Mia Noah Lena Theo Amara Kenji Sofia Luis Hannah Igor Fatima Ethan Chloe Ravi""".split()
SLOTS = {
    "relative": "sister,brother,mother,father,cousin,aunt,grandfather,niece,roommate,neighbor,best friend,husband,wife,son,daughter".split(","),
    "city": "Porto,Lyon,Kyoto,Bogota,Oslo,Prague,Denver,Cape Town,Hanoi,Montreal,Seville,Tallinn,Austin,Naples,Krakow,Galway".split(","),
    "time": "last weekend,on Tuesday,two weeks ago,yesterday evening,in early March,last summer,the other day,on my birthday,right after lunch,at the end of May".split(","),
    "hobby": "woodworking,rock climbing,chess,salsa dancing,bird watching,baking bread,watercolor painting,playing the cello,gardening,archery,sewing,kayaking,astronomy,running".split(","),
    "pet": "a greyhound,two kittens,a parrot,an old beagle,a rabbit,a tortoise,a hamster,a rescue cat".split(","),
    "food": "mushroom risotto,lentil soup,sourdough pizza,pad thai,lemon cake,fish tacos,dumplings,apple pie,ramen,shakshuka".split(","),
    "illness": "a sprained ankle,the flu,a migraine,a broken wrist,a tooth infection,back pain,hay fever".split(","),
    "job": "nurse,carpenter,history teacher,data analyst,pastry chef,bus driver,translator,lawyer,photographer,accountant".split(","),
    "thing": "a secondhand bike,a blue sofa,noise-cancelling headphones,a film camera,an espresso machine,a tent,a standing desk,a violin,a winter coat".split(","),
    "book": "a novel about the sea,a biography of a painter,a cookbook,a thriller set in Berlin,poems,a history of maps,a science fiction trilogy".split(","),
    "event": "a wedding,a marathon,a jazz concert,a job interview,a school play,a street party,a graduation,a food festival,a funeral,a book fair".split(","),
    "feeling": "nervous,proud,exhausted,relieved,homesick,excited,guilty,grateful,lonely,hopeful".split(","),
    "number": "three,twelve,forty,two hundred,seven,fifteen,ninety,a thousand".split(","),
    "sport": "swimming,tennis,volleyball,boxing,yoga,football,cycling,badminton".split(","),
    "tool": "Redis,Kafka,SQLite,Terraform,Docker,Webpack,Elasticsearch,Postgres,RabbitMQ,Grafana,Nginx,Jenkins,Vault,Celery,GraphQL,gRPC,Bazel,Memcached".split(","),
    "other": "MongoDB,a cron job,plain files,MySQL,an in-memory map,Ansible,REST,a shared folder,S3,a hosted service,shell scripts,Makefiles".split(","),
    "part": "checkout,login,the invoice export,search,the upload page,the nightly report,the mobile app,billing,the admin panel,notifications,the import job,onboarding,the audit log".split(","),
    "symptom": "timing out,leaking memory,returning stale data,sending mails twice,losing the last row,crashing on startup,showing the wrong currency,blocking the event loop,failing for long names".split(","),
    "cause": "a missing index,a race between two workers,a wrong time zone,an expired certificate,a connection pool of one,a cache that never expired,an off-by-one in the pager,a lock held across a network call,a renamed column".split(","),
    "rule": "money is kept in whole cents,ids are never reused,dates are in UTC,every endpoint is paged,secrets come from the vault,feature flags live for one release,logs have no personal data,migrations only add".split(","),
    "duty": "rotating the keys,the release notes,the pager this week,the upgrade,writing the tests,the customer call,the load test,cleaning up the flags".split(","),
}
# A statement, and questions for it that leave out what it answers.
FRAMES = [
    (["I went to {city} with my {relative} {time}, the weather was great.", "We just got back from {city}! My {relative} came along."],
     ["where did {who} travel with {poss} {relative}", "which city did {who} visit {time}", "{who}'s trip with {poss} {relative}"]),
    (["I've started {hobby}, it really helps me switch off.", "Did I tell you I took up {hobby}? I practice every evening."],
     ["what new hobby does {who} have", "what does {who} do to relax", "which pastime did {who} begin"]),
    (["We got {pet} {time}, the kids are over the moon.", "So I finally have {pet}, it sleeps on my bed all day."],
     ["what animal does {who} own", "does {who} have a pet", "when did {who} get an animal"]),
    (["I cooked {food} for my {relative} and it turned out amazing.", "My {relative} asked me for the {food} recipe again."],
     ["what dish did {who} make", "which meal did {who} prepare for {poss} {relative}", "{who}'s cooking"]),
    (["I couldn't come because of {illness}, I stayed in bed for days.", "The doctor says it is {illness}; I need to rest."],
     ["why was {who} unwell", "what health problem did {who} have", "what did the doctor tell {who}"]),
    (["My {relative} works as a {job} now and loves it.", "My {relative} quit and is training to be a {job}."],
     ["what does {who}'s {relative} do for a living", "the profession of {who}'s {relative}"]),
    (["I bought {thing} {time}, way too expensive but worth it.", "Guess what arrived: {thing}!"],
     ["what did {who} purchase {time}", "what did {who} spend money on", "{who}'s new purchase"]),
    (["I'm reading {book}, can't put it down.", "I finished {book} {time} and cried at the end."],
     ["what is {who} reading", "which book did {who} enjoy"]),
    (["I'm going to {event} in {city} and I feel {feeling}.", "{time} I was at {event}; honestly I was {feeling} the whole time."],
     ["how did {who} feel about {event}", "what was {who} attending in {city}", "which occasion made {who} emotional"]),
    (["I do {sport} {number} times a month with my {relative}.", "My {relative} got me into {sport} again."],
     ["how does {who} keep fit", "what exercise does {who} do with {poss} {relative}", "how often does {who} train"]),
    (["I'm allergic to nuts, so please leave them out of the {food}.", "I don't eat meat any more, I'd love the {food} without it."],
     ["what can't {who} eat", "{who}'s dietary restrictions"]),
    (["My {relative} is moving to {city} next month, I'll miss the Sunday dinners.", "My {relative} found a flat in {city}."],
     ["where is {who}'s {relative} relocating", "who in {who}'s family is moving away"]),
    (["I failed my driving test {time}, feeling {feeling}.", "I passed the exam! I was so {feeling} before."],
     ["how did {who}'s exam go", "did {who} pass the test"]),
    (["I grew up near {city} with {number} siblings in a tiny flat.", "As a child I spent every summer in {city} with my {relative}."],
     ["where did {who} spend childhood", "{who}'s early years"]),
    (["We decided to use {tool} instead of {other} for {part} because it is simpler to run.", "We're dropping {other}: {part} moves to {tool}."],
     ["why did we replace {other}", "what does {part} run on now", "which technology was chosen for {part}", "{part} storage decision"]),
    (["{part} was {symptom}; it turned out to be {cause}.", "Found it: {cause} made {part} end up {symptom}."],
     ["root cause of {part} {symptom}", "what was wrong with {part}", "why was {part} {symptom}", "{part} bug cause"]),
    (["Remember that {rule}, the {part} broke when we forgot.", "Convention here: {rule}. Applies to {part} too."],
     ["our conventions for {part}", "what rule do we follow in {part}", "what must we remember when changing {part}"]),
    (["I'll take {duty}, {part} can wait until next week.", "Can you do {duty}? I'm still busy with {part}."],
     ["who is doing {duty}", "what is {who} responsible for", "is someone handling {duty}"]),
    (["Don't upgrade {tool} yet: the new version has {part} {symptom}.", "We pinned {tool}, with the latest one {part} is {symptom}."],
     ["can we move to a newer {tool}", "why is the {tool} version fixed", "known problem with new {tool}"]),
    (["To fix {part} {symptom}, restart {tool} and clear the cache.", "If {part} is {symptom} again, first look at {cause}."],
     ["how to recover when {part} breaks", "what helps when {part} is {symptom}", "runbook for {part}"]),
    (["The limit for {part} is {number} requests a minute, set in {tool}.", "We raised the cap of {part} to {number} per user."],
     ["how many calls does {part} allow", "rate limit of {part}", "where is the quota of {part} configured"]),
    (["{tool} listens only on localhost in staging, use the tunnel.", "You reach {tool} in staging through the bastion host."],
     ["how do I connect to {tool} in the test environment", "access to {tool} outside production"]),
    (["The customer wants {part} by Friday, otherwise they leave.", "Sales promised {part} to the client {time}."],
     ["deadline for {part}", "what did we promise the customer", "when must {part} be ready"]),
]
OPENERS = ["", "", "", "", "Hey! ", "Oh wow, ", "By the way, ", "Thanks! ", "Haha, ", "Yeah, ", "Honestly ", "Guess what: ", "Hi all, "]
CLOSERS = ["", "", "", "", " How are you?", " What about you?", " Anyway, gotta run.", " Talk soon!", " Let me know.", " Sorry for the delay."]


def make_talk(count, seed=11):
    """Pairs of questions and the turn that answers them."""
    rng, made = random.Random(seed), []
    for _ in range(count):
        statements, questions = rng.choice(FRAMES)
        who = rng.choice(PEOPLE)
        slots = {name: rng.choice(values) for name, values in SLOTS.items()}
        fill = {**slots, "who": who, "poss": rng.choice(["their", "his", "her"])}
        said = rng.choice(OPENERS) + rng.choice(statements).format(**fill) + rng.choice(CLOSERS)
        document = f"{who}: {said}" if rng.random() < 0.8 else said
        made.append({"k": "made", "r": "talk", "q": [one.format(**fill) for one in questions], "d": document})
    return made
