'use client';
import { Button, Popover, Stack } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactElement, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import styles from './resource-toolbar.module.css';

const gapPx = 8;
/** Space around the buttons for their focus outline; same value as in the stylesheet. */
const outlinePx = 4;

/** One line of buttons. Those that do not fit are in a menu at its end. */
export function FoldRow({ children }: { readonly children: readonly ReactElement[] }) {
  const { translate } = useTexts();
  const row = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [fitting, setFitting] = useState(children.length);
  const names = children.map(({ key }) => key).join(' ');

  // biome-ignore lint/correctness/useExhaustiveDependencies: other buttons have other widths
  useLayoutEffect(() => {
    const line = row.current;
    if (!line) return;
    const measure = () => {
      const widths = [...line.children].map((child) => (child as HTMLElement).offsetWidth);
      setFitting(countThatFits(widths, line.clientWidth - 2 * outlinePx, more.current?.offsetWidth ?? 0));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [names]);

  return (
    <div className={styles.fold}>
      {/* All buttons are rendered, so that their widths are known; those that do not fit are hidden. */}
      <div className={styles.foldLine} ref={row}>
        {children.map((child, at) => (
          <div key={child.key} data-folded={at >= fitting || undefined} inert={at >= fitting}>
            {child}
          </div>
        ))}
      </div>
      <div ref={more} className={styles.foldMore} data-hidden={fitting >= children.length || undefined}>
        <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus>
          <Popover.Target>
            <Button
              size="xs"
              variant="default"
              rightSection={<IconChevronDown size={14} />}
              onClick={() => setOpen(!isOpen)}
            >
              {translate('common.more')}
            </Button>
          </Popover.Target>
          <Popover.Dropdown p="xs" onClick={() => setOpen(false)}>
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
