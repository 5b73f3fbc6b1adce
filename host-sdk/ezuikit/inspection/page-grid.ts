/** Columns by cameras per page. */
const columns: Readonly<Record<number, number>> = { 1: 1, 2: 2, 4: 2, 9: 3, 12: 4, 16: 4 };

export type PageSize = 1 | 2 | 4 | 9 | 12 | 16;

/** The smallest supported page size that has at least the requested number of cells. */
export function pageSizeOf(requested: unknown): PageSize {
  const sizes = Object.keys(columns).map(Number) as PageSize[];
  const count = Number(requested) || 4;
  return sizes.find((size) => size >= count) ?? 16;
}

/** At least 1, even without cameras. */
export const pageCountOf = (cameras: number, pageSize: number): number =>
  Math.max(1, Math.ceil(cameras / pageSize));

/** Next or previous page, counted from 0; null at the end unless `isLoop`. */
export function pageBeside(page: number, step: 1 | -1, pages: number, isLoop: boolean): number | null {
  const next = page + step;
  if (next >= 0 && next < pages) return next;
  return isLoop && pages > 1 ? (next + pages) % pages : null;
}

/** The cells of one page. Styles are set from script, because a CSP may forbid style attributes. */
export class PageGrid {
  readonly element: HTMLElement;
  readonly cells: readonly HTMLElement[];

  constructor(pageSize: PageSize, onSelect: (cell: number) => void) {
    const count = columns[pageSize] ?? 2;
    this.element = document.createElement('div');
    Object.assign(this.element.style, {
      display: 'grid',
      gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))`,
      gridAutoRows: 'minmax(0, 1fr)',
      gap: '2px',
      width: '100%',
      height: '100%',
      background: '#000',
    });
    this.cells = Array.from({ length: pageSize }, (_, at) => {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'group');
      cell.tabIndex = 0;
      Object.assign(cell.style, {
        position: 'relative',
        overflow: 'hidden',
        background: '#111 center / cover no-repeat',
        outlineOffset: '-2px',
      });
      cell.addEventListener('click', () => onSelect(at));
      cell.addEventListener('focusin', () => onSelect(at));
      cell.addEventListener('keydown', (event) => {
        if (event.target !== cell || (event.key !== 'Enter' && event.key !== ' ')) return;
        event.preventDefault();
        onSelect(at);
      });
      this.element.append(cell);
      return cell;
    });
  }

  select(cell: number | null): void {
    this.cells.forEach((each, at) => {
      each.style.outline = at === cell ? '2px solid #1890ff' : '';
      each.setAttribute('aria-current', String(at === cell));
    });
  }

  setBackground(image: string): void {
    for (const cell of this.cells) cell.style.backgroundImage = image && `url(${JSON.stringify(image)})`;
  }
}
