/** Search by title, address and pinyin (full or initials). */

export interface Findable {
  readonly title: string;
  /** Address, or additional text. */
  readonly detail: string;
}

/** Positions in `text` whose pinyin matches `query`, or null. */
export type PinyinMatch = (text: string, query: string) => readonly number[] | null;

/** Lower is better; null: no match. */
function rank({ title, detail }: Findable, query: string, pinyin: PinyinMatch | null): number | null {
  const name = title.toLowerCase();
  const at = name.indexOf(query);
  if (at >= 0) return at === 0 ? 0 : 1;
  const isPinyinHit = /^[a-z\s]+$/.test(query) ? pinyin?.(title, query.replaceAll(' ', '')) : null;
  if (isPinyinHit) return isPinyinHit[0] === 0 ? 2 : 3;
  return detail.toLowerCase().includes(query) ? 4 : null;
}

/** Matches in order of rank, stable within a rank. An empty query matches everything. */
export function find<Entry extends Findable>(
  entries: readonly Entry[],
  query: string,
  pinyin: PinyinMatch | null,
): readonly Entry[] {
  const search = query.trim().toLowerCase();
  if (!search) return entries;
  return entries
    .map((entry) => ({ entry, rank: rank(entry, search, pinyin) }))
    .filter((one): one is { entry: Entry; rank: number } => one.rank !== null)
    .sort((a, b) => a.rank - b.rank)
    .map((one) => one.entry);
}
