'use client';
import { Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useText } from '../text/use-text.ts';
import { NamedIcon } from '../ui/icons/named-icon.tsx';
import { MenuFlyout } from './menu-flyout.tsx';
import { type MenuItem, trailTo } from './menu-items.ts';
import { MenuLink } from './menu-link.tsx';
import styles from './side-menu.module.css';
import { useTitle } from './use-title.ts';

/** Which group of each branch the user has opened. Outlives the menu, which the top menu replaces. */
export type OpenGroups = Map<string, OpenGroup>;
interface OpenGroup {
  readonly key: string | null;
  /** Of the page at which it was opened. */
  readonly from: string | null;
}

interface BranchProps {
  readonly items: readonly MenuItem[];
  readonly trail: readonly string[];
  readonly onOpen: (() => void) | undefined;
}

/** Side menu: one open root at a time; the current page's branch opens automatically. */
export function SideMenu({
  items,
  path,
  isCollapsed,
  openGroups,
  onOpen,
}: {
  readonly items: readonly MenuItem[];
  readonly path: string | null;
  readonly isCollapsed: boolean;
  readonly openGroups: OpenGroups;
  readonly onOpen?: () => void;
}) {
  const translate = useText();
  const trail = path ? trailTo(items, path) : [];
  return (
    <nav
      aria-label={translate('shell.menu')}
      className={styles.nav}
      data-collapsed={isCollapsed || undefined}
    >
      {isCollapsed ? (
        <Icons items={items} trail={trail} onOpen={onOpen} />
      ) : (
        <Branch items={items} trail={trail} onOpen={onOpen} depth={0} parentKey="" openGroups={openGroups} />
      )}
    </nav>
  );
}

/** At most one child is open. Navigating elsewhere opens that branch. */
function Branch({
  items,
  trail,
  onOpen,
  depth,
  parentKey,
  openGroups,
}: BranchProps & { readonly depth: number; readonly parentKey: string; readonly openGroups: OpenGroups }) {
  const here = trail[depth] ?? null;
  const [open, setOpen] = useState<OpenGroup>(openGroups.get(parentKey) ?? { key: here, from: here });
  const toggle = (key: string) => {
    const next = { key: openKey === key ? null : key, from: here };
    openGroups.set(parentKey, next);
    setOpen(next);
  };
  const openKey = open.from === here ? open.key : here;
  return (
    <ul className={styles.list} data-depth={depth}>
      {items.map((item) =>
        item.children.length === 0 ? (
          <li key={item.key}>
            <Leaf item={item} isCurrent={here === item.key} onOpen={onOpen} />
          </li>
        ) : (
          <Group
            key={item.key}
            item={item}
            isOpen={openKey === item.key}
            isHere={here === item.key}
            onToggle={() => toggle(item.key)}
          >
            <Branch
              items={item.children}
              trail={here === item.key ? trail : []}
              onOpen={onOpen}
              depth={depth + 1}
              parentKey={item.key}
              openGroups={openGroups}
            />
          </Group>
        ),
      )}
    </ul>
  );
}

function Leaf({
  item,
  isCurrent,
  onOpen,
}: {
  readonly item: MenuItem;
  readonly isCurrent: boolean;
  readonly onOpen: (() => void) | undefined;
}) {
  const title = useTitle();
  return (
    <MenuLink item={item} isCurrent={isCurrent} onOpen={onOpen} className={styles.item}>
      <NamedIcon name={item.icon} />
      <span className={styles.text}>{title(item.title)}</span>
    </MenuLink>
  );
}

function Group({
  item,
  isOpen,
  isHere,
  onToggle,
  children,
}: {
  readonly item: MenuItem;
  readonly isOpen: boolean;
  readonly isHere: boolean;
  readonly onToggle: () => void;
  readonly children: React.ReactNode;
}) {
  const title = useTitle();
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className={styles.item}
        aria-expanded={isOpen}
        aria-controls={id}
        data-here={isHere || undefined}
        onClick={onToggle}
      >
        <NamedIcon name={item.icon} />
        <span className={styles.text}>{title(item.title)}</span>
        <IconChevronDown size={16} className={styles.chevron} aria-hidden="true" />
      </button>
      <div id={id} className={styles.below} data-open={isOpen || undefined} inert={!isOpen}>
        <div>{children}</div>
      </div>
    </li>
  );
}

/** Collapsed menu: icons with flyout submenus. */
function Icons({ items, trail, onOpen }: BranchProps) {
  const title = useTitle();
  return (
    <ul className={styles.list}>
      {items.map((item) =>
        item.children.length === 0 ? (
          <li key={item.key}>
            <MenuLink
              item={item}
              isCurrent={trail[0] === item.key}
              onOpen={onOpen}
              className={styles.item}
              title={title(item.title)}
              aria-label={title(item.title)}
            >
              <NamedIcon name={item.icon} size={20} />
            </MenuLink>
          </li>
        ) : (
          <li key={item.key}>
            <MenuFlyout item={item} trail={trail} position="right-start" onOpen={onOpen}>
              <Menu.Target>
                <button
                  type="button"
                  className={styles.item}
                  data-here={trail[0] === item.key || undefined}
                  aria-label={title(item.title)}
                >
                  <NamedIcon name={item.icon} size={20} />
                </button>
              </Menu.Target>
            </MenuFlyout>
          </li>
        ),
      )}
    </ul>
  );
}
