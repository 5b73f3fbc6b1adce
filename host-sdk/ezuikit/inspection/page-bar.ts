interface PageBarOptions {
  /** `zh-CN` or `en-US`. */
  readonly language: string;
  readonly onTurn: (step: 1 | -1) => void;
}

const texts: Readonly<Record<string, readonly [previous: string, next: string]>> = {
  'zh-CN': ['上一页', '下一页'],
  'en-US': ['Previous page', 'Next page'],
};

/** Buttons for turning pages, and the number of the page. Hidden if there is one page only. */
export class PageBar {
  readonly element = document.createElement('div');
  private readonly number = document.createElement('span');
  private readonly buttons: readonly HTMLButtonElement[];

  constructor({ language, onTurn }: PageBarOptions) {
    const [previous, next] = texts[language] ?? texts['zh-CN']!;
    this.buttons = [
      this.makeButton('‹', previous, () => onTurn(-1)),
      this.makeButton('›', next, () => onTurn(1)),
    ];
    this.element.style.cssText =
      'display:flex;justify-content:center;align-items:center;gap:12px;height:40px;background:#000;color:#fff;font:14px/1 sans-serif';
    this.number.setAttribute('aria-live', 'polite');
    this.element.append(this.buttons[0]!, this.number, this.buttons[1]!);
  }

  private makeButton(sign: string, label: string, onClick: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = sign;
    button.title = label;
    button.setAttribute('aria-label', label);
    button.style.cssText =
      'min-width:32px;height:32px;border:1px solid #666;border-radius:4px;background:#222;color:#fff;font-size:18px;cursor:pointer';
    button.addEventListener('click', onClick);
    return button;
  }

  /** `page` counts from 0. A button that would do nothing is disabled. */
  show(page: number, pages: number, isLoop: boolean): void {
    this.element.style.display = pages > 1 ? 'flex' : 'none';
    this.number.textContent = `${page + 1} / ${pages}`;
    this.buttons[0]!.disabled = !isLoop && page === 0;
    this.buttons[1]!.disabled = !isLoop && page === pages - 1;
  }
}
