import { isMessageKey } from '../../../lib/i18n/translate.ts';
import { usePlayer, useText } from '../../react/use-player.ts';
import { selectToast } from '../../state/selectors.ts';

/**
 * Short message over the player. Always rendered, because screen readers ignore a live region that is added with its
 * text.
 */
export function ToastRegion() {
  const toast = usePlayer(selectToast);
  const text = useText();
  return (
    <div className="oriel-toasts" role="status" aria-live="polite" aria-atomic="true">
      {toast && (
        <p key={toast.id} className="oriel-toast">
          {isMessageKey(toast.text) ? text(toast.text, toast.params) : toast.text}
        </p>
      )}
    </div>
  );
}
