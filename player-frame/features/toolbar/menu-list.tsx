import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { CheckIcon } from '../../react/icons.tsx';
import { keepInFrame } from '../../react/keep-in-frame.ts';
import type { Menu } from './use-menu.ts';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  /** Null if no entry of the menu has an icon. */
  readonly icon: ReactNode;
  /** `radio`: one of several; `check`: on or off; `item`: an action. */
  readonly kind: 'item' | 'check' | 'radio';
  readonly isChecked: boolean;
  readonly isDisabled: boolean;
  onChoose(): void;
}

export interface MenuGroup {
  readonly id: string;
  /** Empty if the menu's own label suffices. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}

export interface MenuListProps {
  readonly menu: Menu;
  readonly label: string;
  readonly groups: readonly MenuGroup[];
  /** Bottom sheet over the full width, as on phones. */
  readonly isSheet: boolean;
}

const roles = { item: 'menuitem', check: 'menuitemcheckbox', radio: 'menuitemradio' } as const;

/** Menu of a button. Arrow keys, Home and End move; Escape closes it (use-menu.ts). */
export function MenuList({ menu, label, groups, isSheet }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  const { takesFocus } = menu;
  // A menu with a single group of choices starts at the current one.
  const isChoice = groups.length === 1;

  useLayoutEffect(() => {
    const keep = () => {
      if (list.current && !isSheet) keepInFrame(list.current);
    };
    keep();
    window.addEventListener('resize', keep);
    return () => window.removeEventListener('resize', keep);
  }, [isSheet]);

  useEffect(() => {
    if (!takesFocus) return;
    const items = itemsOf(list.current);
    const inUse = isChoice ? items.find((item) => item.getAttribute('aria-checked') === 'true') : null;
    (inUse ?? items[0])?.focus();
  }, [takesFocus, isChoice]);

  function onKeyDown(event: KeyboardEvent): void {
    // From the button on, to the next control.
    if (event.key === 'Tab') menu.close();
    const items = itemsOf(list.current);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = {
      ArrowDown: (at + 1) % items.length,
      ArrowUp: (at <= 0 ? items.length : at) - 1,
      Home: 0,
      End: items.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    items[to]?.focus();
  }

  const panel = (
    <div
      ref={list}
      className={isSheet ? 'oriel-menu oriel-sheet' : 'oriel-menu'}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      {groups.map((group) =>
        group.label ? (
          <fieldset
            key={group.id}
            data-entry={group.id}
            aria-label={group.label}
            className="oriel-menu-group"
          >
            <p className="oriel-menu-title" aria-hidden="true">
              {group.label}
            </p>
            {group.entries.map((entry) => (
              <Entry key={entry.id} entry={entry} menu={menu} />
            ))}
          </fieldset>
        ) : (
          group.entries.map((entry) => <Entry key={entry.id} entry={entry} menu={menu} />)
        ),
      )}
    </div>
  );
  const app = isSheet ? menu.anchor.current?.closest('.oriel-app') : null;
  if (!app) return panel;
  // A bar is as high as its buttons: a sheet needs the frame.
  return createPortal(
    <div ref={menu.sheet} className="oriel-sheets">
      {/* Closed by the click: what is below would receive it after the pointer event. */}
      <button
        type="button"
        className="oriel-backdrop"
        tabIndex={-1}
        aria-hidden="true"
        onClick={menu.close}
      />
      {panel}
    </div>,
    app,
  );
}

function Entry({ entry, menu }: { readonly entry: MenuEntry; readonly menu: Menu }) {
  const { id, label, icon, kind, isChecked, isDisabled } = entry;
  return (
    <button
      type="button"
      role={roles[kind]}
      className="oriel-menu-item"
      tabIndex={-1}
      {...(kind === 'item' ? {} : { 'aria-checked': isChecked })}
      aria-disabled={isDisabled}
      data-entry={id}
      onClick={() => {
        if (isDisabled) return;
        menu.close();
        entry.onChoose();
      }}
    >
      {icon}
      <span className="oriel-menu-label">{label}</span>
      {isChecked && <CheckIcon />}
    </button>
  );
}

function itemsOf(list: HTMLElement | null): readonly HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('.oriel-menu-item') ?? [])];
}
