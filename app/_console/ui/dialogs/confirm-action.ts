import { openQuestion, type Question } from './open-question.ts';

export const loadConfirmDialog = () => import('./confirm-dialog.tsx');

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

/** Fallback: native dialogs, which need no script to load. */
function confirmInBrowser({ message, names = [], typed }: Question): boolean {
  const text = [message, ...names].join('\n');
  return typed === undefined ? window.confirm(text) : window.prompt(`${text}\n\n> ${typed}`) === typed;
}

/** Resolves with true if confirmed; closing the dialog means no. While a question is open, others are answered no. */
export async function confirmAction(question: Question): Promise<boolean> {
  if (openQuestion.get()) return false;
  try {
    await loadConfirmDialog();
  } catch {
    return confirmInBrowser(question);
  }
  return show(question);
}
