/** The elements everything is drawn into. They stand before the first picture, so that nothing moves later. */
export interface StageElements {
  /** Carries `data-phase` and `data-template` for the style sheet. */
  readonly root: HTMLElement;
  /** Clips what electronic zoom makes larger than the player. */
  readonly stage: HTMLElement;
  /** Engines put their canvas or video here. Zoom turns it; scale modes fill it. */
  readonly view: HTMLElement;
  /** Controls and messages, above the picture. */
  readonly ui: HTMLElement;
}

export function createStage(page: Document, template: string): StageElements {
  const root = page.getElementById('oriel-root') ?? page.body.appendChild(page.createElement('div'));
  const create = (className: string): HTMLElement => {
    const element = page.createElement('div');
    element.className = className;
    return element;
  };
  const stage = create('oriel-stage');
  const view = create('oriel-view');
  stage.append(view);
  const spinner = create('oriel-spinner');
  const ui = create('oriel-ui');
  spinner.setAttribute('aria-hidden', 'true');
  root.classList.add('oriel-player');
  root.dataset.template = template;
  root.dataset.phase = 'idle';
  root.replaceChildren(stage, spinner, ui);
  return { root, stage, view, ui };
}
