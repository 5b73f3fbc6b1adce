'use client';
import { ActionIcon, Popover, Stack } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type MouseEvent, type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import styles from './resource-toolbar.module.css';

const gapPx = 8;
/** Space around the buttons for their focus outline; same value as in the stylesheet. */
const outlinePx = 4;

/** One line of buttons. Those that do not fit are in a menu at its end. */
export function FoldRow({ children }: { readonly children: readonly ReactElement[] }) {
  const { translate } = useTexts();
  const line = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const names = children.map(({ key }) => key).join(' ');
  const [measured, setMeasured] = useState({ names: '', fitting: 0 });
  // Before they are measured, all are in the line; this is never painted.
  const fitting = measured.names === names ? measured.fitting : children.length;

  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    let widths: readonly number[] | null = null;
    const update = () => {
      // A page in the background has no layout; it is measured when it is shown.
      if (element.clientWidth === 0) return;
      widths ??= [...element.children].map((child) => (child as HTMLElement).offsetWidth);
      const availablePx = element.clientWidth - 2 * outlinePx;
      setMeasured({ names, fitting: countThatFits(widths, availablePx, more.current?.offsetWidth ?? 0) });
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [names]);

  /** Keeps the menu open while a button of it opens a menu of its own. */
  const closeAfter = ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest('[aria-haspopup]')) setOpen(false);
  };

  return (
    <div className={styles.fold}>
      <div className={styles.foldLine} ref={line}>
        {children.slice(0, fitting).map((child) => (
          <div key={child.key}>{child}</div>
        ))}
      </div>
      <div ref={more} className={styles.foldMore} data-hidden={fitting >= children.length || undefined}>
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-end"
          trapFocus
          returnFocus
          // A button keeps its state, for example while it loads a file.
          keepMounted
        >
          <Popover.Target>
            <ActionIcon
              size={36}
              variant="default"
              aria-label={translate('common.more')}
              onClick={() => setOpen(!isOpen)}
            >
              <IconDots size={16} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown p="xs" onClick={closeAfter}>
            <Stack gap={6} align="stretch">
              {children.slice(fitting)}
            </Stack>
          </Popover.Dropdown>
        </Popover>
      </div>
    </div>
  );
}

/** How many elements fit, beside the button of the menu if not all do. */
export function countThatFits(widths: readonly number[], availablePx: number, morePx: number): number {
  const ends: number[] = [];
  for (const width of widths) ends.push((ends.at(-1) ?? -gapPx) + gapPx + width);
  if ((ends.at(-1) ?? 0) <= availablePx + morePx) return widths.length;
  return ends.filter((end) => end <= availablePx).length;
}
