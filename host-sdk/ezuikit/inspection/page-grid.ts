/** Columns by cameras per page. */
const columns: Readonly<Record<number, number>> = { 1: 1, 2: 2, 4: 2, 9: 3, 12: 4, 16: 4 };

export type PageSize = 1 | 2 | 4 | 9 | 12 | 16;

/** The smallest supported page size that has at least the requested number of screens. */
export function pageSizeOf(requested: unknown): PageSize {
  const sizes = Object.keys(columns).map(Number) as PageSize[];
  const count = Number(requested) || 4;
  return sizes.find((size) => size >= count) ?? 16;
}

/** At least 1, even without cameras. */
export const pageCountOf = (cameras: number, pageSize: number): number =>
  Math.max(1, Math.ceil(cameras / pageSize));

export interface GridOptions {
  /** Height of a screen in pixels, if the container has no height of its own. */
  readonly screenHeight: number;
  /** CSS declarations of each screen, and of its text. */
  readonly screenStyle: string;
  readonly textStyle: string;
  readonly onSelect: (screen: number) => void;
}

/** The screens of one page. Styles are set from script, because a CSP may forbid style attributes. */
export class PageGrid {
  readonly element = document.createElement('div');
  screens: readonly HTMLElement[] = [];
  /** Where the player of each screen goes: above the text, which is seen when there is none. */
  players: readonly HTMLElement[] = [];
  private readonly options: GridOptions;
  private texts: readonly HTMLElement[] = [];
  private text = '';
  private image = '';

  constructor(options: GridOptions) {
    this.options = options;
    Object.assign(this.element.style, {
      display: 'grid',
      flex: '1',
      minHeight: '0',
      gap: '2px',
      background: '#000',
    });
    this.element.setAttribute('role', 'region');
    this.element.setAttribute('aria-live', 'off');
  }

  /** Replaces all screens. `hasHeight`: the container decides the height of the page. */
  resize(pageSize: PageSize, hasHeight: boolean): void {
    const { screenHeight, screenStyle, textStyle } = this.options;
    Object.assign(this.element.style, {
      gridTemplateColumns: `repeat(${columns[pageSize]}, minmax(0, 1fr))`,
      gridAutoRows: hasHeight ? 'minmax(0, 1fr)' : `${screenHeight}px`,
    });
    this.texts = Array.from({ length: pageSize }, () => {
      const text = document.createElement('span');
      text.style.cssText = `position:absolute;inset:0;display:grid;place-items:center;color:#bbb;${textStyle}`;
      return text;
    });
    this.screens = this.texts.map((text, at) => {
      const screen = this.makeScreen(at);
      screen.style.cssText += screenStyle;
      screen.append(text);
      return screen;
    });
    this.players = this.screens.map((screen) => {
      const player = document.createElement('div');
      player.style.cssText = 'position:relative;height:100%';
      screen.append(player);
      return player;
    });
    this.element.replaceChildren(...this.screens);
    this.setText(this.text);
    this.setBackground(this.image);
  }

  private makeScreen(at: number): HTMLElement {
    const { onSelect } = this.options;
    const screen = document.createElement('div');
    screen.setAttribute('role', 'group');
    screen.tabIndex = 0;
    Object.assign(screen.style, {
      position: 'relative',
      overflow: 'hidden',
      background: '#111 center / cover no-repeat',
      outlineOffset: '-2px',
    });
    screen.addEventListener('click', () => onSelect(at));
    screen.addEventListener('focusin', () => onSelect(at));
    screen.addEventListener('keydown', (event) => {
      if (event.target !== screen || (event.key !== 'Enter' && event.key !== ' ')) return;
      event.preventDefault();
      onSelect(at);
    });
    return screen;
  }

  /** `hasOutline`: false if the page marks `.screen-select` itself. */
  select(screen: number | null, hasOutline: boolean): void {
    this.screens.forEach((each, at) => {
      const isSelected = at === screen;
      each.style.outline = isSelected && hasOutline ? '2px solid #1890ff' : '';
      each.classList.toggle('screen-select', isSelected);
      each.setAttribute('aria-current', String(isSelected));
    });
  }

  /** Shown where nothing plays. */
  setText(text: string): void {
    this.text = text;
    for (const each of this.texts) each.textContent = text;
  }

  setBackground(image: string): void {
    this.image = image;
    for (const screen of this.screens) {
      screen.style.backgroundImage = image && `url(${JSON.stringify(image)})`;
    }
  }
}
