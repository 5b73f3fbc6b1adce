'use client';
import { Menu } from '@mantine/core';
import { IconChevronDown, IconDots } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../text/use-text.ts';
import { NamedIcon } from '../ui/icons/named-icon.tsx';
import { MenuFlyout } from './menu-flyout.tsx';
import { type MenuItem, trailTo } from './menu-items.ts';
import { MenuLink } from './menu-link.tsx';
import styles from './top-menu.module.css';
import { useTitle } from './use-title.ts';

/** Width of the overflow button. */
const moreWidthPx = 48;

/** Number of items that fit. All items are rendered once to measure them. */
function useFitting(items: readonly MenuItem[]) {
  const list = useRef<HTMLUListElement>(null);
  const [measured, setMeasured] = useState<{
    readonly items: readonly MenuItem[];
    readonly ends: number[];
  } | null>(null);
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    let end = 0;
    const ends = [...element.children].map((child) => {
      end += child.getBoundingClientRect().width;
      return end;
    });
    setMeasured({ items, ends });
    setWidth(element.clientWidth);
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    return () => watch.disconnect();
  }, [items]);
  if (measured?.items !== items) return { list, count: items.length };
  const last = measured.ends.at(-1) ?? 0;
  const available = last <= width ? width : width - moreWidthPx;
  return { list, count: measured.ends.filter((end) => end <= available).length };
}

/** Top menu, at most 800 px wide; the rest is in an overflow menu. */
export function TopMenu({
  items,
  path,
}: {
  readonly items: readonly MenuItem[];
  readonly path: string | null;
}) {
  const translate = useText();
  const { list, count } = useFitting(items);
  const trail = path ? trailTo(items, path) : [];
  const rest = items.slice(count);
  return (
    <nav aria-label={translate('shell.menu')} className={styles.nav}>
      <ul ref={list} className={styles.list}>
        {items.slice(0, count).map((item) => (
          <li key={item.key}>
            <Root item={item} trail={trail} />
          </li>
        ))}
        {rest.length > 0 && (
          <li>
            <MenuFlyout
              item={{
                key: 'more',
                title: translate('shell.moreMenus'),
                icon: null,
                isForeign: false,
                children: rest,
              }}
              trail={trail}
              position="bottom-end"
            >
              <Menu.Target>
                <button
                  type="button"
                  className={styles.item}
                  aria-label={translate('shell.moreMenus')}
                  data-here={rest.some((item) => item.key === trail[0]) || undefined}
                >
                  <IconDots size={18} aria-hidden="true" />
                </button>
              </Menu.Target>
            </MenuFlyout>
          </li>
        )}
      </ul>
    </nav>
  );
}

function Root({ item, trail }: { readonly item: MenuItem; readonly trail: readonly string[] }) {
  const title = useTitle();
  const isHere = trail[0] === item.key;
  if (item.children.length === 0) {
    return (
      <MenuLink item={item} isCurrent={isHere} className={styles.item}>
        <NamedIcon name={item.icon} size={16} />
        {title(item.title)}
      </MenuLink>
    );
  }
  return (
    <MenuFlyout item={item} trail={trail} position="bottom-start">
      <Menu.Target>
        <button type="button" className={styles.item} data-here={isHere || undefined}>
          <NamedIcon name={item.icon} size={16} />
          {title(item.title)}
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
    </MenuFlyout>
  );
}
