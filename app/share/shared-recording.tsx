'use client';
import { Alert, Loader, Text, Title } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { OrielPlayer } from '../../host-sdk/react/index.tsx';
import type { shareOpen, shareState } from '../../lib/contracts/admin/calls/share.calls.ts';
import { shareTexts } from '../../lib/i18n/console/shares.ts';
import { ApiError, api } from '../_console/api/request.ts';
import { useLocale } from '../_console/text/use-locale.ts';
import { useTranslations } from '../_console/text/use-translations.ts';
import { LanguageSwitch } from '../_console/ui/language-switch.tsx';
import styles from './shared-recording.module.css';

type Opened = z.output<NonNullable<typeof shareOpen.data>>;
type State = z.output<NonNullable<typeof shareState.data>>;

/** Together with the request, below the 5 s within which a link that was deleted ends. */
const checkEveryMs = 3_000;
/** Longer timers overflow. */
const longestTimerMs = 2_000_000_000;

const options = { quiet: true, withoutToken: true, allowDuplicate: true };
const openShare = (shareToken: string) => api.post<Opened>('/share/open', { shareToken }, options);

/** One range of one camera, without signing in. */
export function SharedRecording() {
  const translate = useTranslations(shareTexts);
  const locale = useLocale();
  const [token, setToken] = useState<string | null>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  // Another link in the same tab changes only what follows `#`.
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    read();
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);

  useEffect(() => {
    if (token === null) return;
    let isCurrent = true;
    setOpened(null);
    setProblem(null);
    openShare(token).then(
      (answer) => isCurrent && setOpened(answer),
      (error: unknown) =>
        isCurrent && setProblem(error instanceof ApiError ? error.message : translate('share.failed')),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, translate]);

  useEffect(() => {
    if (!opened || !token) return;
    const end = () => {
      setOpened(null);
      setProblem(translate('share.ended'));
    };
    const expiry = setTimeout(end, Math.min(opened.expireInMs, longestTimerMs));
    const check = setInterval(() => {
      // While the server does not respond, the player reports it itself.
      api.post<State>('/share/state', { shareToken: token }, options).then(
        ({ isOpen }) => isOpen || end(),
        () => undefined,
      );
    }, checkEveryMs);
    return () => {
      clearTimeout(expiry);
      clearInterval(check);
    };
  }, [opened, token, translate]);

  useEffect(() => {
    if (opened) document.title = opened.name;
  }, [opened]);

  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <div>
          <Title order={1} size="h3">
            {opened?.name ?? translate('share.title')}
          </Title>
          {opened && (
            <Text size="sm" c="dimmed">
              {opened.begin} – {rest(opened)}
            </Text>
          )}
        </div>
        <LanguageSwitch color="gray" px="xs" />
      </header>
      {problem ? (
        <Alert color="gray" icon={<IconClockOff />} title={translate('share.none')} role="alert">
          {problem}
        </Alert>
      ) : (
        <div className={styles.video}>
          {opened && token ? (
            <OrielPlayer
              key={token}
              className={styles.player}
              server={location.origin}
              app={opened.appKey}
              url={`ezopen://oriel/${opened.path}`}
              template="pcRec"
              // Without the other store, which the link does not permit.
              header={['deviceName']}
              language={locale}
              title={opened.name}
              {...limitsOf(opened)}
              getToken={async (reason) => (reason === 'start' ? opened : await openShare(token)).accessToken}
              onError={({ message }) => setFailure(message)}
              onSuccess={() => setFailure(null)}
            />
          ) : (
            <Loader className={styles.loader} />
          )}
        </div>
      )}
      <div aria-live="polite">
        {failure && !problem && (
          <Text size="sm" c="red">
            {failure}
          </Text>
        )}
      </div>
    </main>
  );
}

/** The end without its date if it is that of the begin. */
const rest = ({ begin, end }: Opened) => (begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end);

/**
 * The range is all that the viewer can choose. Over midnight there is no such option, and the timeline would offer what
 * the server refuses.
 */
function limitsOf({ path }: Opened) {
  const [begin = '', end = ''] = [...path.matchAll(/(?:begin|end)=(\d{8})T(\d{6})Z/g)].map(
    ([, date, time]) => `${date}${time}`,
  );
  return begin.slice(0, 8) === end.slice(0, 8)
    ? { playbackRange: { begin, end } }
    : { disabledTimeLine: true };
}
