/** Finding by title, by address, and by the sound of Chinese titles: whole pinyin or initials. */

export interface Findable {
  readonly title: string;
  /** An address, or words beside the title. */
  readonly detail: string;
}

/** Where the sound of `text` holds `query`, or null. */
export type PinyinMatch = (text: string, query: string) => readonly number[] | null;

/** Smaller is better; null does not fit. */
function rank({ title, detail }: Findable, query: string, pinyin: PinyinMatch | null): number | null {
  const name = title.toLowerCase();
  const at = name.indexOf(query);
  if (at >= 0) return at === 0 ? 0 : 1;
  const isPinyinHit = /^[a-z\s]+$/.test(query) ? pinyin?.(title, query.replaceAll(' ', '')) : null;
  if (isPinyinHit) return isPinyinHit[0] === 0 ? 2 : 3;
  return detail.toLowerCase().includes(query) ? 4 : null;
}

/** Those that fit, the best first; in their own order where they fit alike. An empty query fits everything. */
export function find<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  pinyin: PinyinMatch | null,
): readonly Entry[] {
  const wanted = query.trim().toLowerCase();
  if (!wanted) return entries;
  return entries
    .map((entry) => ({ entry, rank: rank(entry, wanted, pinyin) }))
    .filter((one): one is { entry: Entry; rank: number } => one.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map((one) => one.entry);
}
