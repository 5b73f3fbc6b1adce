'use client';
import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { paletteTexts } from '../../../../lib/i18n/console/palette.ts';
import { useText } from '../../text/use-text.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { isOfComposition } from '../../ui/composition.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { NamedIcon } from '../../ui/icons/named-icon.tsx';
import type { PageRoute } from '../menu-routes.ts';
import type { PinyinMatch } from './find.ts';
import styles from './palette.module.css';
import { useShellCommands } from './shell-commands.ts';
import { type Entry, useEntries } from './use-entries.ts';

const pauseMs = 250;

/** Pinyin search: a large table, loaded when the palette is first opened. */
function usePinyin(): PinyinMatch | null {
  const [pinyin, setPinyin] = useState<PinyinMatch | null>(null);
  useEffect(() => {
    let isGone = false;
    import('pinyin-pro').then(
      ({ match }) => {
        if (!isGone)
          setPinyin(() => (text: string, query: string) => match(text, query, { continuous: true }));
      },
      () => {
        // Without it, titles and addresses can still be searched.
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return pinyin;
}

/** Command palette (Ctrl+K): menus, tabs, page actions and records in one list. */
export default function Palette({
  routes,
  can,
  onSettings,
  onKeys,
  onClose,
}: {
  readonly routes: readonly PageRoute[];
  readonly can: (permission: string) => boolean;
  readonly onSettings: () => void;
  readonly onKeys: () => void;
  readonly onClose: () => void;
}) {
  const translate = useText();
  const translatePalette = useTranslations(paletteTexts);
  const id = useId();
  const [query, setQuery] = useState('');
  /** Without what is still being composed. */
  const [written, setWritten] = useState('');
  const [settledQuery] = useDebouncedValue(written, pauseMs);
  const [chosen, setChosen] = useState(0);
  const pinyin = usePinyin();
  const commands = useShellCommands({ settings: onSettings, keys: onKeys });
  const { groups, isSearching } = useEntries({ query, settledQuery, routes, commands, pinyin, can });
  const entries = groups.flatMap((group) => group.entries);
  const at = Math.min(chosen, Math.max(0, entries.length - 1));
  const optionId = (entry: Entry) => `${id}-${entries.indexOf(entry)}`;
  const list = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected entry depends on the content of the list
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' });
  }, [at]);

  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfComposition(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && entries.length > 0) setChosen((at + step + entries.length) % entries.length);
    else if (event.key === 'Enter') run(entries[at]);
    else return;
    event.preventDefault();
  };

  return (
    <PageDialog
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      returnFocus={false}
      yOffset="12vh"
      size={620}
      padding={0}
      attributes={{ content: { 'aria-label': translate('shell.search') } }}
    >
      <div className={styles.search}>
        <IconSearch size={18} aria-hidden="true" />
        <input
          data-autofocus
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-label={translatePalette('palette.hint')}
          {...(entries[at] ? { 'aria-activedescendant': optionId(entries[at]) } : {})}
          placeholder={translatePalette('palette.hint')}
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={({ currentTarget: { value }, nativeEvent }) => {
            setQuery(value);
            if (!(nativeEvent as InputEvent).isComposing) setWritten(value);
            setChosen(0);
          }}
          onCompositionEnd={({ currentTarget: { value } }) => setWritten(value)}
          onKeyDown={onKeyDown}
        />
        {isSearching && <Loader size="xs" aria-hidden="true" />}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={translate('shell.search')}
        className={styles.list}
      >
        {groups.map((group) => (
          <fieldset key={group.title} aria-label={group.title} className={styles.set}>
            <p className={styles.group} aria-hidden="true">
              {group.title}
            </p>
            {group.entries.map((entry) => (
              <Option
                key={entry.key}
                id={optionId(entry)}
                entry={entry}
                isChosen={entry === entries[at]}
                onPoint={() => setChosen(entries.indexOf(entry))}
                onRun={() => run(entry)}
              />
            ))}
          </fieldset>
        ))}
      </div>
      <p role="status" className={styles.none} hidden={entries.length > 0}>
        {entries.length === 0 && !isSearching ? translatePalette('palette.empty') : ''}
      </p>
    </PageDialog>
  );
}

/** The input keeps the focus; the pointer selects and runs. */
function Option({
  id,
  entry,
  isChosen,
  onPoint,
  onRun,
}: {
  readonly id: string;
  readonly entry: Entry;
  readonly isChosen: boolean;
  readonly onPoint: () => void;
  readonly onRun: () => void;
}) {
  return (
    <button
      type="button"
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={isChosen}
      className={styles.option}
      onPointerMove={onPoint}
      onClick={onRun}
    >
      <NamedIcon name={entry.icon} />
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.detail}>{entry.detail}</span>
    </button>
  );
}
