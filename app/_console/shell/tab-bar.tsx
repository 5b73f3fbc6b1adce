'use client';
import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconArrowBarLeft,
  IconArrowBarRight,
  IconArrowsHorizontal,
  IconChevronDown,
  IconRefresh,
  IconX,
} from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useText } from '../text/use-text.ts';
import { useHost, useHostView } from './shell-context.ts';
import styles from './tab-bar.module.css';
import type { Closed, TabHost } from './tab-host.ts';
import { panelId, tabId } from './tab-ids.ts';
import type { CloseScope, TabRecord } from './tabs.ts';

const refusals = {
  lastTab: 'shell.lastTab',
  homeStays: 'shell.homeStays',
  noLeft: 'shell.noLeft',
  noRight: 'shell.noRight',
} as const satisfies Partial<Record<Closed, string>>;

/** Closes tabs, and announces why a tab cannot be closed. */
export function useClosing(): (
  key: string,
  scope: CloseScope,
  options?: { readonly leads?: boolean },
) => Promise<Closed> {
  const host = useHost();
  const translate = useText();
  return async (key, scope, options) => {
    const outcome = await host.close(key, scope, options);
    if (outcome in refusals) {
      notifications.show({ message: translate(refusals[outcome as keyof typeof refusals]) });
    }
    return outcome;
  };
}

interface OpenMenu {
  readonly key: string;
  readonly x: number;
  readonly y: number;
}

/** Open tabs. Arrow keys move, Enter opens, Delete closes, Shift+F10 opens the context menu. */
export function TabBar() {
  const host = useHost();
  const view = useHostView();
  const translate = useText();
  const close = useClosing();
  const list = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<OpenMenu | null>(null);
  const { tabs, activeKey, alive, unsaved } = view;

  const active = tabs.find(({ key }) => key === activeKey);
  const activeTitle = active && host.titleOf(active);
  const isActiveUnsaved = activeKey !== null && unsaved.has(activeKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer tab may reach beyond the bar
  useEffect(() => {
    const show = () => {
      const tab = activeKey && document.getElementById(tabId(activeKey));
      if (tab) tab.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
    };
    show();
    // The bar's width changes, for example when a phone is rotated.
    window.addEventListener('resize', show);
    return () => window.removeEventListener('resize', show);
  }, [activeKey, activeTitle, isActiveUnsaved]);

  const openMenu = (element: Element, key: string) => {
    const { left, bottom } = element.getBoundingClientRect();
    setMenu({ key, x: left + 12, y: bottom });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>, tab: TabRecord) => {
    const at = tabs.indexOf(tab);
    const focus = (to: TabRecord | undefined) => to && document.getElementById(tabId(to.key))?.focus();
    const moves: Record<string, () => void> = {
      ArrowRight: () => focus(tabs[(at + 1) % tabs.length]),
      ArrowLeft: () => focus(tabs.at(at - 1)),
      Home: () => focus(tabs[0]),
      End: () => focus(tabs.at(-1)),
      // Keeps the focus in the tab bar.
      Delete: () =>
        void close(tab.key, 'current', { leads: false }).then(
          (outcome) => outcome === 'closed' && focus(tabs[at + 1] ?? tabs[at - 1]),
        ),
      ContextMenu: () => openMenu(event.currentTarget, tab.key),
      ...(event.shiftKey ? { F10: () => openMenu(event.currentTarget, tab.key) } : {}),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <div className={styles.bar}>
      <div ref={list} role="tablist" aria-label={translate('shell.tabs')} className={styles.list}>
        {tabs.map((tab, index) => (
          <Tab
            key={tab.key}
            tab={tab}
            title={host.titleOf(tab)}
            isActive={tab.key === activeKey}
            isTabStop={tab.key === activeKey || (activeKey === null && index === 0)}
            isAlive={alive.some((one) => one.key === tab.key)}
            isUnsaved={unsaved.has(tab.key)}
            canClose={index > 0}
            onShow={() => void host.open(tab.fullPath)}
            onClose={() => void close(tab.key, 'current')}
            onKeyDown={(event) => onKeyDown(event, tab)}
            onMenu={(x, y) => setMenu({ key: tab.key, x, y })}
          />
        ))}
      </div>
      <button
        type="button"
        className={styles.more}
        aria-label={translate('shell.tabActions')}
        aria-haspopup="menu"
        onClick={(event) => openMenu(event.currentTarget, activeKey ?? tabs[0]?.key ?? '')}
      >
        <IconChevronDown size={16} aria-hidden="true" />
      </button>
      <TabMenu menu={menu} onClose={() => setMenu(null)} host={host} close={close} />
    </div>
  );
}

function Tab({
  tab,
  title,
  isActive,
  isTabStop,
  isAlive,
  isUnsaved,
  canClose,
  onShow,
  onClose,
  onKeyDown,
  onMenu,
}: {
  readonly tab: TabRecord;
  readonly title: string;
  readonly isActive: boolean;
  readonly isTabStop: boolean;
  readonly isAlive: boolean;
  readonly isUnsaved: boolean;
  readonly canClose: boolean;
  readonly onShow: () => void;
  readonly onClose: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onMenu: (x: number, y: number) => void;
}) {
  const translate = useText();
  /** The close icon is for the pointer only; keyboard users have Delete and the menu. */
  const onClick = (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest('[data-close]')) onClose();
    else onShow();
  };
  return (
    <button
      type="button"
      role="tab"
      id={tabId(tab.key)}
      className={styles.tab}
      aria-selected={isActive}
      tabIndex={isTabStop ? 0 : -1}
      {...(isAlive ? { 'aria-controls': panelId(tab.key) } : {})}
      onClick={onClick}
      onAuxClick={(event) => event.button === 1 && onClose()}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event.clientX, event.clientY);
      }}
    >
      {isUnsaved && <span role="img" className={styles.dot} aria-label={translate('shell.unsaved')} />}
      <span className={styles.title}>{title}</span>
      {canClose && (
        <span
          className={styles.cross}
          data-close
          aria-hidden="true"
          title={translate('shell.closeTab', { title })}
        >
          <IconX size={14} />
        </span>
      )}
    </button>
  );
}

const scopes = [
  ['current', 'shell.closeCurrent', IconX],
  ['others', 'shell.closeOthers', IconArrowsHorizontal],
  ['right', 'shell.closeRight', IconArrowBarRight],
  ['left', 'shell.closeLeft', IconArrowBarLeft],
  ['all', 'shell.closeAll', IconX],
] as const;

function TabMenu({
  menu,
  onClose,
  host,
  close,
}: {
  readonly menu: OpenMenu | null;
  readonly onClose: () => void;
  readonly host: TabHost;
  readonly close: ReturnType<typeof useClosing>;
}) {
  const translate = useText();
  const last = useRef(menu);
  last.current = menu ?? last.current;
  const { key = '', x = 0, y = 0 } = last.current ?? {};
  return (
    <Menu
      opened={menu !== null}
      onChange={(isOpen) => !isOpen && onClose()}
      position="bottom-start"
      shadow="md"
      offset={4}
    >
      <Menu.Target>
        <span className={styles.anchor} style={{ left: x, top: y }} aria-hidden="true" />
      </Menu.Target>
      <Menu.Dropdown aria-label={translate('shell.tabActions')} aria-labelledby={undefined}>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => void host.refresh(key)}>
          {translate('shell.refreshTab')}
        </Menu.Item>
        <Menu.Divider />
        {scopes.map(([scope, text, Sign]) => (
          <Menu.Item key={scope} leftSection={<Sign size={16} />} onClick={() => void close(key, scope)}>
            {translate(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
