import { setImmediate as nextTurn } from 'node:timers/promises';

/** Takes a few ms; other work of this process runs between batches. */
const pieceTitles = 250;
const letters = /^[a-z][a-z ]*$/i;
const chinese = /\p{Script=Han}/u;

/** The items whose Chinese title matches `query` as full pinyin or as initials. */
export async function matchPinyin<Item>(
  items: readonly Item[],
  titleOf: (item: Item) => string,
  query: string,
): Promise<readonly Item[]> {
  const written = items.filter((item) => chinese.test(titleOf(item)));
  if (!letters.test(query.trim()) || written.length === 0) return [];
  // A large table of readings: loaded on first use.
  const { match } = await import('pinyin-pro');
  const wanted = query.toLowerCase().replaceAll(' ', '');
  const found: Item[] = [];
  for (let at = 0; at < written.length; at += pieceTitles) {
    if (at > 0) await nextTurn();
    for (const item of written.slice(at, at + pieceTitles))
      if (match(titleOf(item), wanted, { continuous: true })) found.push(item);
  }
  return found;
}
