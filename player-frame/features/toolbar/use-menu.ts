import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Ms } from '../../../lib/kernel/units.ts';

/** Allows the pointer to move from the button to the menu. */
const leaveAfterMs: Ms = 250;

export interface Menu {
  readonly isOpen: boolean;
  /** The menu takes the focus if it was opened deliberately, not by hovering. */
  readonly takesFocus: boolean;
  readonly anchor: RefObject<HTMLDivElement | null>;
  /** What is not inside of the anchor: a sheet. */
  readonly sheet: RefObject<HTMLDivElement | null>;
  /** Button press: opens, keeps a hovered menu open, or closes. */
  press(): void;
  /** Opens as by hovering, for the keyboard focus and for touch. */
  reveal(): void;
  /** Closes the menu and returns the focus to the button. */
  close(): void;
  readonly hover: {
    onPointerEnter(event: PointerEvent): void;
    onPointerLeave(event: PointerEvent): void;
  };
}

/** Closed, open while hovered, or opened deliberately. */
type Openness = 'closed' | 'hovered' | 'open';

/** `opensOnHover`: on desktop; touch never opens by hovering. */
export function useMenu(opensOnHover: boolean): Menu {
  const [openness, setOpenness] = useState<Openness>('closed');
  const anchor = useRef<HTMLDivElement>(null);
  const sheet = useRef<HTMLDivElement>(null);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = openness !== 'closed';

  useEffect(() => () => clearTimeout(leaving.current), []);
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Escape closes the menu only, not full screen or something in the host page.
      event.stopPropagation();
      event.preventDefault();
      setOpenness('closed');
      if (has(document.activeElement)) anchor.current?.querySelector('button')?.focus();
    };
    const has = (node: EventTarget | null) =>
      node instanceof Node && [anchor, sheet].some(({ current }) => current?.contains(node));
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !has(event.target)) setOpenness('closed');
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('pointerdown', onElsewhere, true);
    window.addEventListener('focusin', onElsewhere, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('pointerdown', onElsewhere, true);
      window.removeEventListener('focusin', onElsewhere, true);
    };
  }, [isOpen]);

  const reveal = () => setOpenness((now) => (now === 'closed' ? 'hovered' : now));

  return {
    isOpen,
    takesFocus: openness === 'open',
    anchor,
    sheet,
    press: () => setOpenness((now) => (now === 'open' ? 'closed' : 'open')),
    reveal,
    close() {
      setOpenness('closed');
      anchor.current?.querySelector('button')?.focus();
    },
    hover: {
      onPointerEnter({ pointerType }) {
        clearTimeout(leaving.current);
        if (opensOnHover && pointerType === 'mouse') reveal();
      },
      onPointerLeave({ pointerType }) {
        // A finger leaves whatever it touched.
        if (pointerType === 'touch') return;
        clearTimeout(leaving.current);
        leaving.current = setTimeout(
          () => setOpenness((now) => (now === 'hovered' ? 'closed' : now)),
          leaveAfterMs,
        );
      },
    },
  };
}
