/** The elements of the player. They exist before the first frame, so that nothing moves later. */
export interface StageElements {
  /** Carries `data-phase` and `data-template` for the style sheet. */
  readonly root: HTMLElement;
  /** Clips the zoomed video. */
  readonly stage: HTMLElement;
  /** Container of the engine's canvas or video, transformed by zoom. */
  readonly view: HTMLElement;
  /** Controls and messages over the video. */
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
