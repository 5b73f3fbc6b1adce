'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Theme } from '../../../../lib/contracts/theme/theme.ts';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/request.ts';
import { isSame } from './design.ts';
import { begin, change, type History, redo, undo } from './history.ts';
import { type ThemeRow, themesKey } from './theme-data.ts';

/** After the last change. */
const saveAfterMs = 1_200;
const conflictCode = 'U0210';

export type DraftState = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict';

export interface Draft {
  readonly theme: Theme;
  readonly state: DraftState;
  /** Message of the call that failed. */
  readonly failure: string | null;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /**
   * `kind`: changes of one kind in a row are undone together. What ends later, such as an upload, changes the theme as
   * it is by then.
   */
  set(next: Theme | ((now: Theme) => Theme), kind?: string): void;
  undo(): void;
  redo(): void;
  /** False: it could not be saved; `state` says why. */
  save(): Promise<boolean>;
  /** The row's version, once saved. */
  version(): number;
  /** The row was published, which is a change of it. */
  published(): void;
  /** After a conflict: continues from the stored draft, or replaces it. */
  loadTheirs(): Promise<void>;
  keepMine(): Promise<void>;
}

/** The theme of a row while it is designed: with undo, and saved by itself. */
export function useDraft(row: ThemeRow & { readonly theme: Theme }): Draft {
  const queries = useQueryClient();
  const { themeId } = row;
  const [history, setHistory] = useState<History<Theme>>(() => begin(row.theme));
  const [state, setState] = useState<DraftState>('saved');
  const [failure, setFailure] = useState<string | null>(null);
  const version = useRef(row.version);
  const stored = useRef(row.theme);
  const latest = useRef(history.present);
  const running = useRef<Promise<boolean>>(Promise.resolve(true));
  latest.current = history.present;

  /** One call at a time: each names the version that the one before has made. */
  const send = useCallback(async (): Promise<boolean> => {
    const theme = latest.current;
    if (isSame(theme, stored.current)) {
      setState('saved');
      return true;
    }
    setState('saving');
    try {
      const body = { themeId, version: version.current, theme };
      await api.put('/iot/theme', body, { quiet: true, allowDuplicate: true });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
      setState(error.code === conflictCode ? 'conflict' : 'failed');
      return false;
    }
    version.current += 1;
    stored.current = theme;
    setState(isSame(theme, latest.current) ? 'saved' : 'unsaved');
    void queries.invalidateQueries({ queryKey: [...themesKey, 'page'] });
    return true;
  }, [queries, themeId]);
  const save = useCallback((): Promise<boolean> => {
    running.current = running.current.then(send, send);
    return running.current;
  }, [send]);

  const { present } = history;
  // After a failure, the next change is tried again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs with each change
  useEffect(() => setState((now) => (now === 'failed' ? 'unsaved' : now)), [present]);
  useEffect(() => {
    // While a call is under way, it is not known what is stored; its end continues here.
    if (state !== 'saved' && state !== 'unsaved') return;
    const isStored = isSame(present, stored.current);
    setState(isStored ? 'saved' : 'unsaved');
    if (isStored) return;
    const timer = setTimeout(() => void save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [present, save, state]);

  const readStored = async (): Promise<Theme | null> => {
    const now = await api.get<ThemeRow>(`/iot/theme/${themeId}`);
    if (!now.theme) return null;
    version.current = now.version;
    stored.current = now.theme;
    return now.theme;
  };

  return {
    theme: present,
    state,
    failure,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    set: (next, kind) =>
      setHistory((before) =>
        change(before, typeof next === 'function' ? next(before.present) : next, kind ?? null),
      ),
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    save,
    version: () => version.current,
    published() {
      version.current += 1;
    },
    async loadTheirs() {
      const theirs = await readStored();
      if (!theirs) return;
      setHistory((before) => change(before, theirs));
      setState('saved');
    },
    async keepMine() {
      if (await readStored()) await save();
    },
  };
}
