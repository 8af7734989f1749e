import type { StoreRepository } from "./store-repository.js";

/** Names, in a commit that holds only the store, up to which commit of the shared branch that store is merged. */
export const baseTrailer = "Context-Base";

/**
 * The commit whose store both sides started from: the merge base, or a later commit of the shared branch whose store
 * this branch took in without taking its code (decision 0010).
 */
export async function findBase(
  { repository }: StoreRepository,
  head: string | undefined,
  target: string,
): Promise<{ mergeBase: string | undefined; base: string | undefined }> {
  if (head === undefined) return { mergeBase: undefined, base: undefined };
  const mergeBase = await repository.mergeBase(head, target);
  const noted = await repository.newestTrailer(baseTrailer, mergeBase, head);
  const isUsable =
    noted !== undefined &&
    /^[0-9a-f]{40,64}$/.test(noted) &&
    (await repository.isAncestor(noted, target).catch(() => false));
  if (!isUsable) return { mergeBase, base: mergeBase };
  const isOlder = mergeBase !== undefined && (await repository.isAncestor(noted, mergeBase));
  return { mergeBase, base: isOlder ? mergeBase : noted };
}
