import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import { usePlayer, useSendRequest, useText } from '../../react/use-player.ts';
import type { Direction } from '../../state/feature-state.ts';
import { directionOf } from '../../state/rotation.ts';
import { selectIsMobile } from '../../state/selectors.ts';
import { ArrowIcon } from './icons.tsx';

const names = ['up', 'down', 'left', 'right'] as const;
const directions = [0, 1, 2, 3] as const satisfies readonly Direction[];
const arrowKeys: Readonly<Record<string, Direction>> = {
  ArrowUp: 0,
  ArrowDown: 1,
  ArrowLeft: 2,
  ArrowRight: 3,
};
/** Duration of a click without pointer events, as sent by screen readers. */
const nudgeMs = 400;

/** PTZ pad: small over the video; on phones large with a title, and hidden in full screen. */
export function PtzPad() {
  const isOpen = usePlayer(({ ptz }) => ptz.isOpen);
  const isMobile = usePlayer(selectIsMobile);
  const isExpanded = usePlayer(({ expansion }) => expansion !== 'none');
  if (!isOpen) return null;
  return isMobile && !isExpanded ? <LargePad /> : <Pad size="small" />;
}

function LargePad() {
  const text = useText();
  const id = useId();
  return (
    <section className="oriel-ptz-sheet" aria-labelledby={id}>
      <h2 id={id} className="oriel-ptz-title">
        {text('ptz.title')}
      </h2>
      <p className="oriel-ptz-hint">{text('ptz.hint')}</p>
      <Pad size="large" />
    </section>
  );
}

/**
 * The direction depends on where the circle is pressed. The four buttons are for keyboards and screen readers. Arrow
 * keys work on each of them.
 */
function Pad({ size }: { readonly size: 'small' | 'large' }) {
  const { aim, light, pressed } = usePlayer(({ ptz }) => ptz);
  const isRotated = usePlayer(({ display }) => display.isRotated);
  const sendRequest = useSendRequest();
  const text = useText();
  const move = (direction: Direction) => sendRequest({ type: 'request.ptzMove', direction });
  const letGo = () => sendRequest({ type: 'request.ptzStop' });

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || !event.isPrimary) return;
    const box = event.currentTarget.getBoundingClientRect();
    event.currentTarget.setPointerCapture?.(event.pointerId);
    const fromMiddle = {
      x: event.clientX - box.left - box.width / 2,
      y: event.clientY - box.top - box.height / 2,
    };
    move(directionOf(fromMiddle, isRotated));
  }

  function directionOfKey(event: KeyboardEvent<HTMLElement>): Direction | null {
    const pressedButton = event.target instanceof HTMLElement ? event.target.dataset.direction : undefined;
    const isPress = event.key === ' ' || event.key === 'Enter';
    if (isPress && pressedButton) return directions[Number(pressedButton)] ?? null;
    return arrowKeys[event.key] ?? null;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const direction = directionOfKey(event);
    if (direction === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) move(direction);
  }

  function onKeyUp(event: KeyboardEvent<HTMLElement>): void {
    const direction = directionOfKey(event);
    if (direction === null) return;
    event.preventDefault();
    if (direction === pressed) letGo();
  }

  /** A click without pointer or key events. */
  function nudge(direction: Direction): void {
    move(direction);
    setTimeout(letGo, nudgeMs);
  }

  return (
    <fieldset
      className="oriel-ptz"
      data-size={size}
      data-light={light}
      data-aim={aim === null ? 'none' : names[aim]}
      aria-label={text('ptz.title')}
      title={text('ptz.hint')}
      onPointerDown={onPointerDown}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onLostPointerCapture={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      onKeyUp={onKeyUp}
      onBlur={letGo}
    >
      <span className="oriel-ptz-control">
        {directions.map((direction) => (
          <button
            key={direction}
            type="button"
            className="oriel-ptz-arrow"
            data-direction={direction}
            data-lit={aim === direction && light !== 'off'}
            aria-label={text(`ptz.${names[direction]}`)}
            onClick={(event) => {
              if (event.detail === 0) nudge(direction);
            }}
          >
            <ArrowIcon />
          </button>
        ))}
      </span>
      <span className="oriel-ptz-news" role="status">
        {light === 'limit' && aim !== null && text(`ptz.limit.${names[aim]}`)}
      </span>
    </fieldset>
  );
}
