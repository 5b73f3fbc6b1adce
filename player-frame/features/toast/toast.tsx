import { isMessageKey } from '../../../lib/i18n/translate.ts';
import { usePlayer, useText } from '../../react/use-player.ts';
import { selectToast } from '../../state/selectors.ts';

/** A short message over the player. The element always stands, or screen readers would miss its first words. */
export function ToastRegion() {
  const toast = usePlayer(selectToast);
  const text = useText();
  return (
    <div className="oriel-toasts" role="status" aria-live="polite" aria-atomic="true">
      {toast && (
        <p key={toast.id} className="oriel-toast">
          {isMessageKey(toast.text) ? text(toast.text) : toast.text}
        </p>
      )}
    </div>
  );
}
