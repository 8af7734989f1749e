import { areas, storePath } from "../../store/context/context-layout.js";
import { decisionFiles } from "../../store/context/decision-store.js";
import { locateStore } from "../../store/context/locate-store.js";
import { mainFile, readScopes, type Scopes, unitOf } from "../../store/context/scopes.js";
import { adoptEarlierPrivate, adoptUnit, hasEarlierPrivate, moveUnit, type PrivateStore } from "./adopt-private.js";
import { decisionsAmong, freePrivateName } from "./private-names.js";

export interface Displacement {
  readonly from: string;
  readonly to: string;
}

/**
 * Moves private entries out of the working tree where another program or an earlier version put them, and renames those
 * whose names git brought a shared entry for. The caller holds the store's lock. Returns notices for the person.
 */
export async function settlePrivate(store: PrivateStore): Promise<string[]> {
  const { files, root } = store;
  await adoptEarlierPrivate(store);
  const scopes = await store.scopes.read();
  const shared: string[] = [];
  for (const path of await findTakenNames(store, scopes)) {
    const unit = unitOf(path);
    if (await isTracked(store, unit)) shared.push(path);
    // Written by hand, or by a stash of an earlier version: the name is private, so it is too.
    else if (await files.exists(storePath(root, unit)))
      await adoptUnit(store, { from: storePath(root, unit), unit, scope: scopes.of(path) });
  }
  const displaced = await displacePrivate(store, shared);
  return displaced.map(({ from, to }) => `The private ${from} became ${to}: a shared one has its name.`);
}

/** True if there is something to settle. */
export async function needsSettling(store: PrivateStore): Promise<boolean> {
  const known = await readScopes(store.files, store.root);
  if (await hasEarlierPrivate(store.files, store.root, known)) return true;
  return (await findTakenNames(store, known)).length > 0;
}

/** Paths of the working tree that take the name of a private entry, or the number of a private decision. */
async function findTakenNames({ files, scopes, root }: PrivateStore, { privatePaths }: Scopes): Promise<string[]> {
  const units = [...new Set(privatePaths.map(unitOf))];
  const taken: string[] = [];
  for (const path of units.map(mainFile)) {
    const text = await files.readPlain(storePath(root, path));
    // What was shared before it became private belongs to the same entry.
    if (text !== undefined && !(await scopes.wasShared(path, text))) taken.push(path);
  }
  const numbers = new Set(decisionsAmong(units).map(({ id }) => id));
  const decisions = numbers.size > 0 ? await files.listKind(storePath(root, areas.decisions), "file") : [];
  const sameNumber = decisionFiles(decisions).filter(({ id }) => numbers.has(id));
  const others = sameNumber.map(({ file }) => `${areas.decisions}/${file}`).filter((path) => !units.includes(path));
  return [...taken, ...others];
}

async function isTracked({ files, openRepository, root }: PrivateStore, unit: string): Promise<boolean> {
  const location = await locateStore(files, root);
  const repository = location && (await openRepository(root));
  return repository ? (await repository.tracked([`${location.folder}/${unit}`])).length > 0 : false;
}

/** Renames private entries whose names shared entries have: neither is lost, and neither is shared by mistake. */
export async function displacePrivate(
  { files, scopes, root }: PrivateStore,
  sharedPaths: Iterable<string>,
): Promise<Displacement[]> {
  const shared = new Set(sharedPaths);
  const displaced: Displacement[] = [];
  for (const unit of new Set((await scopes.read()).privatePaths.map(unitOf))) {
    const known = await scopes.read();
    const existing = async () => [...(await files.tree(storePath(root))), ...known.privatePaths, ...shared];
    const to = freePrivateName(mainFile(unit), shared, shared.size > 0 ? await existing() : []);
    if (to === undefined) continue;
    await moveUnit(files, known.locate(unit), known.locate(unit).slice(0, -unit.length) + to);
    displaced.push({ from: unit, to });
  }
  return displaced;
}
