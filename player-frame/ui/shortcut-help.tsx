import { useEffect, useRef } from 'react';
import { shownButtons, type ToolbarView } from '../features/toolbar/toolbar-model.ts';
import { CloseIcon } from '../react/icons.tsx';
import { usePlayer, useText } from '../react/use-player.ts';
import { selectIsRecorded } from '../state/early-selectors.ts';
import { shortcuts } from './keyboard.ts';

export interface ShortcutHelpProps {
  readonly view: ToolbarView;
  readonly onClose: () => void;
}

/** List of keyboard shortcuts over the video. Traps the focus and restores it on close. */
export function ShortcutHelp({ view, onClose }: ShortcutHelpProps) {
  const text = useText();
  const close = useRef<HTMLButtonElement>(null);
  const kind = usePlayer(selectIsRecorded) ? 'recorded' : 'live';
  const canPicture = usePlayer(({ display }) => display.canPicture);
  const shown = new Set(shownButtons(view).map(({ id }) => id));

  useEffect(() => {
    const before = document.activeElement;
    close.current?.focus();
    const onKey = (event: KeyboardEvent) => {
      // No shortcuts are active behind the list.
      event.stopPropagation();
      if (event.key === 'Tab') event.preventDefault();
      if (event.key === 'Escape' || event.key === '?') onClose();
    };
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      if (before instanceof HTMLElement) before.focus();
    };
  }, [onClose]);

  return (
    <div className="oriel-help-veil">
      <div className="oriel-help" role="dialog" aria-modal="true" aria-label={text('shortcuts.title')}>
        <div className="oriel-help-head">
          <h2 className="oriel-card-title">{text('shortcuts.title')}</h2>
          <button
            ref={close}
            type="button"
            className="oriel-button"
            aria-label={text('shortcuts.close')}
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </div>
        <dl className="oriel-keys">
          {shortcuts
            .filter(({ id }) => id === undefined || shown.has(id))
            .filter(({ isFor, isForPicture }) => (!isFor || isFor === kind) && (!isForPicture || canPicture))
            .map(({ keys, label }) => (
              <div key={label}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{text(label)}</dd>
              </div>
            ))}
        </dl>
      </div>
    </div>
  );
}
