'use client';
import { Alert, Loader, Text, Title } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { openDraft } from '../../lib/contracts/admin/calls/theme.calls.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { draftLinkTexts } from '../../lib/i18n/console/draft-links.ts';
import { ApiError, mayPass } from '../_console/api/api-error.ts';
import type { DataOf } from '../_console/api/data-of.ts';
import { api } from '../_console/api/request.ts';
import { PreviewBoard } from '../_console/pages/theme/preview-board.tsx';
import { useLocale } from '../_console/text/use-locale.ts';
import { useTranslations } from '../_console/text/use-translations.ts';
import { BrandMark } from '../_console/ui/brand/brand-mark.tsx';
import { LanguageSwitch } from '../_console/ui/language-switch.tsx';
import styles from './draft.module.css';
import { DraftPlayer } from './draft-player.tsx';

export type OpenedDraft = DataOf<typeof openDraft>;

/** How soon a change of the designer is shown, and the end of the link noticed. */
const readEveryMs = 5_000;
const options = { quiet: true, withoutToken: true, allowDuplicate: true };

interface Shown {
  readonly theme: Theme;
  readonly answer: OpenedDraft;
  /** By the clock of this browser. */
  readonly endsAt: number;
}

/** The draft of a theme in all sizes, without signing in. `code`: null until the page has read its address. */
export function DraftView({ code }: { readonly code: string | null }) {
  const translate = useTranslations(draftLinkTexts);
  const locale = useLocale();
  const { shown, problem } = useDraftOf(code);
  const name = shown?.answer.themeName;
  useEffect(() => {
    if (name) document.title = name;
  }, [name]);
  const ends = shown && new Intl.DateTimeFormat(locale, timeFormat).format(shown.endsAt);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <BrandMark />
        <div>
          <Title order={1} size="h3">
            {name || translate('draft.title')}
          </Title>
          {ends && (
            <Text size="sm" c="dimmed">
              {translate('draft.until', { time: ends })}
            </Text>
          )}
        </div>
        <LanguageSwitch color="gray" px="xs" />
      </header>
      <main>
        {problem !== null && (
          <Alert color="gray" icon={<IconClockOff />} title={translate('draft.none')} role="alert">
            {problem || translate('draft.failed')}
          </Alert>
        )}
        {shown && !shown.answer.player.camera && (
          <Text size="sm" mb="sm">
            {translate('draft.noCamera')}
          </Text>
        )}
        {shown && (
          <PreviewBoard
            hasRecordings={shown.answer.player.camera !== null}
            player={(preview) => (
              <DraftPlayer preview={preview} theme={shown.theme} access={shown.answer.player} />
            )}
          />
        )}
        {!shown && problem === null && <Loader className={styles.loader} />}
      </main>
    </div>
  );
}

const timeFormat = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** The draft, read again every few seconds. `problem`: the message of the server; empty if it does not respond. */
function useDraftOf(code: string | null) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    if (code === null) return;
    let known: number | undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      try {
        const body = known === undefined ? { code } : { code, known };
        const answer = await api.post<OpenedDraft>('/themeDraft/open', body, options);
        if (!isCurrent) return;
        known = answer.version;
        setProblem(null);
        setShown((before) => {
          const theme = (answer.theme as Theme | null) ?? before?.theme;
          // The end is that of the first answer: later ones differ by the time that they took.
          return theme ? { theme, answer, endsAt: before?.endsAt ?? Date.now() + answer.expireInMs } : before;
        });
      } catch (error) {
        if (!isCurrent) return;
        if (!mayPass(error)) {
          setShown(null);
          setProblem(error instanceof ApiError ? error.message : '');
          return;
        }
        // What is open stays while the server does not respond.
        if (known === undefined) setProblem('');
      }
      again();
    };
    const again = () => {
      timer = setTimeout(() => void read(), readEveryMs);
    };
    void read();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [code]);
  return { shown, problem };
}
