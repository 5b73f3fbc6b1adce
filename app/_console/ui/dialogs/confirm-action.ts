export interface Question {
  readonly title: string;
  readonly message: string;
  /** What it is about, one line each. */
  readonly names?: readonly string[];
  /** Must be typed before going on: for what cannot be undone. */
  readonly typed?: string;
  /** Whether a yes loses something, which colours its button. Default true. */
  readonly isDestructive?: boolean;
}

export interface OpenQuestion extends Question {
  answer(isYes: boolean): void;
}

export const loadConfirmDialog = () => import('./confirm-dialog.tsx');

/** The question that is being shown, for `ConfirmHost`. */
class OpenQuestionStore {
  #current: OpenQuestion | null = null;
  readonly #listeners = new Set<() => void>();

  readonly get = (): OpenQuestion | null => this.#current;

  set(next: OpenQuestion | null): void {
    this.#current = next;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const openQuestion = new OpenQuestionStore();

function show(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    openQuestion.set({
      ...question,
      answer: (isYes) => {
        openQuestion.set(null);
        resolve(isYes);
      },
    });
  });
}

/** The browser's own dialogs, which need no script. */
function askInBrowser({ message, names = [], typed }: Question): boolean {
  const text = [message, ...names].join('\n');
  return typed === undefined ? window.confirm(text) : window.prompt(`${text}\n\n> ${typed}`) === typed;
}

/** Resolves with whether it was confirmed; closing the dialog is a no. One question is open at a time. */
export async function confirmAction(question: Question): Promise<boolean> {
  const open = openQuestion.get();
  if (open) {
    // Escape may reach the drawer below the dialog, which then asks again: both are closed by a no.
    open.answer(false);
    return false;
  }
  try {
    await loadConfirmDialog();
  } catch {
    return askInBrowser(question);
  }
  return show(question);
}
