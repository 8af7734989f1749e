import type { StoreRepository } from "./store-repository.js";

/** The trailer of a commit that holds only the store: the commit of the shared branch up to which that store is merged. */
export const baseTrailer = "Context-Base";

/**
 * The commit whose store both sides started from: the merge base, or a later commit of the shared branch whose store
 * this branch merged without its code (decision 0010).
 */
export async function findBase(
  { repository }: StoreRepository,
  head: string | undefined,
  target: string,
): Promise<{ mergeBase: string | undefined; base: string | undefined }> {
  if (head === undefined) return { mergeBase: undefined, base: undefined };
  const mergeBase = await repository.mergeBase(head, target);
  const recorded = await repository.newestTrailer(baseTrailer, mergeBase, head);
  const isUsable =
    recorded !== undefined &&
    /^[0-9a-f]{40,64}$/.test(recorded) &&
    (await repository.isAncestor(recorded, target).catch(() => false));
  if (!isUsable) return { mergeBase, base: mergeBase };
  const isOlder = mergeBase !== undefined && (await repository.isAncestor(recorded, mergeBase));
  return { mergeBase, base: isOlder ? mergeBase : recorded };
}
