import { setImmediate as nextTurn } from 'node:timers/promises';

/** A few ms of work: between pieces, whoever waits for a picture gets it. */
const pieceTitles = 250;
const letters = /^[a-z][a-z ]*$/i;
const chinese = /\p{Script=Han}/u;

/** Those whose Chinese title sounds like `query`, as whole pinyin or as its initials. */
export async function matchPinyin<Item>(
  items: readonly Item[],
  titleOf: (item: Item) => string,
  query: string,
): Promise<readonly Item[]> {
  const written = items.filter((item) => chinese.test(titleOf(item)));
  if (!letters.test(query.trim()) || written.length === 0) return [];
  // A large table of readings: loaded by the first who needs it.
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
