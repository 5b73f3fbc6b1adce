'use client';
import { useTexts } from '../../text/use-texts.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { useUnsaved } from './use-unsaved.ts';

export interface UnsavedDialogOptions {
  readonly title: string;
  /** Something would be lost. */
  readonly isUnsaved: boolean;
  /** The question, if it is not about changes. */
  readonly question?: string;
  onClose(): void;
  /** Ends work of the dialog that still runs. */
  onRemoval?(): void;
}

/** Props of a dialog with unsaved work: closing it asks, and so does closing its tab. */
export function useUnsavedDialog({ title, isUnsaved, question, onClose, onRemoval }: UnsavedDialogOptions) {
  const { translate } = useTexts();
  const ref = useUnsaved(isUnsaved, onRemoval);
  const close = async (): Promise<void> => {
    const message = question ?? translate('resource.unsaved');
    if (!isUnsaved || (await confirmAction({ title, message }))) onClose();
  };
  return { ref, title, onClose: () => void close() };
}
