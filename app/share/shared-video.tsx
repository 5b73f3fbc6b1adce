'use client';
import { Alert, Button, Loader, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconClockOff } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { OrielPlayer } from '../../host-sdk/react/index.tsx';
import type { shareOpen, shareState } from '../../lib/contracts/admin/calls/share.calls.ts';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { shareTexts } from '../../lib/i18n/console/shares.ts';
import { ApiError, api } from '../_console/api/request.ts';
import { useBrandOf } from '../_console/session/use-brand-of.ts';
import { useLocale } from '../_console/text/use-locale.ts';
import { useTranslations } from '../_console/text/use-translations.ts';
import { BrandMark } from '../_console/ui/brand/brand-mark.tsx';
import { LanguageSwitch } from '../_console/ui/language-switch.tsx';
import { useIsNarrow } from '../_console/ui/use-is-narrow.ts';
import styles from './shared-video.module.css';

/** What the address of the page contains. */
export type ShareLink = { readonly code: string; readonly embedded?: true } | { readonly shareToken: string };
type Opened = z.output<NonNullable<typeof shareOpen.data>>;
type State = z.output<NonNullable<typeof shareState.data>>;
type Problem = 'share.failed' | 'share.ended' | { readonly text: string };
type Template = 'pcRec' | 'mobileRec' | 'pcLive' | 'mobileLive';

/** Together with the request, below the 5 s within which a link that was deleted ends. */
const checkEveryMs = 3_000;
/** Longer timers overflow. Of a link that is open longer, the check notices the end. */
const longestTimerMs = 2_000_000_000;

const options = { quiet: true, withoutToken: true, allowDuplicate: true };
const openShare = (link: ShareLink, attempt: { readonly pin: string } | null) =>
  api.post<Opened>('/share/open', { ...link, ...attempt }, options);

/**
 * Live video or one range of one camera, without signing in. `link`: null until the page has read its address.
 * `isEmbedded`: nothing but the player, as large as the window.
 */
export function SharedVideo({
  link,
  isEmbedded = false,
}: {
  readonly link: ShareLink | null;
  readonly isEmbedded?: boolean;
}) {
  const translate = useTranslations(shareTexts);
  /** A new object for each attempt, so that the same PIN can be tried again. */
  const [attempt, setAttempt] = useState<{ readonly pin: string } | null>(null);
  const [needsPin, setNeedsPin] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isSending, setSending] = useState(false);

  // Another link in the same tab has another PIN.
  useEffect(() => {
    if (!link) return;
    setAttempt(null);
    setNeedsPin(false);
    setSending(false);
  }, [link]);

  useEffect(() => {
    if (link === null) return;
    let isCurrent = true;
    setOpened(null);
    setProblem(null);
    openShare(link, attempt).then(
      (answer) => {
        if (!isCurrent) return;
        setSending(false);
        setOpened(answer);
      },
      (error: unknown) => {
        if (!isCurrent) return;
        setSending(false);
        if (error instanceof ApiError && error.errors.some(({ path }) => path === 'pin')) setNeedsPin(true);
        else setProblem(error instanceof ApiError ? { text: error.message } : 'share.failed');
      },
    );
    return () => {
      isCurrent = false;
    };
    // Nothing else: each time is counted.
  }, [link, attempt]);

  useBrandOf(opened?.brand);
  useEffect(() => {
    if (opened) document.title = opened.name;
  }, [opened]);

  const end = () => {
    setOpened(null);
    setNeedsPin(false);
    setProblem('share.ended');
  };
  return (
    <main className={styles.page} data-embedded={isEmbedded || undefined}>
      <header className={styles.head}>
        {!isEmbedded && <BrandMark />}
        <div>
          <Title order={1} size="h3">
            {opened?.name ?? translate('share.title')}
          </Title>
          {opened?.begin && (
            <Text size="sm" c="dimmed">
              {opened.begin} – {rest(opened.begin, opened.end ?? '')}
            </Text>
          )}
        </div>
        {!isEmbedded && <LanguageSwitch color="gray" px="xs" />}
      </header>
      {problem && (
        <Alert color="gray" icon={<IconClockOff />} title={translate('share.none')} role="alert">
          {typeof problem === 'string' ? translate(problem) : problem.text}
        </Alert>
      )}
      {needsPin && !opened && (
        <PinForm
          isSending={isSending}
          onPin={(pin) => {
            setSending(true);
            setAttempt({ pin });
          }}
        />
      )}
      {opened && link && (
        <Video opened={opened} reopen={() => openShare(link, attempt)} onEnd={end} key={opened.accessToken} />
      )}
      {!opened && !problem && !needsPin && (
        <div className={styles.video}>
          <Loader className={styles.loader} />
        </div>
      )}
    </main>
  );
}

function PinForm({
  isSending,
  onPin,
}: {
  /** A second attempt would be counted as another opening. */
  readonly isSending: boolean;
  readonly onPin: (pin: string) => void;
}) {
  const translate = useTranslations(shareTexts);
  const [text, setText] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) onPin(text.trim());
  };
  return (
    <form onSubmit={send}>
      <Stack maw={320}>
        <TextInput
          label={translate('share.pin')}
          description={translate('share.pinHelp')}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          maxLength={12}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" loading={isSending} disabled={text.trim() === ''}>
          {translate('share.open')}
        </Button>
      </Stack>
    </form>
  );
}

function Video({
  opened,
  reopen,
  onEnd,
}: {
  readonly opened: Opened;
  readonly reopen: () => Promise<Opened>;
  readonly onEnd: () => void;
}) {
  const locale = useLocale();
  const [failure, setFailure] = useState<string | null>(null);
  const template = useTemplate(opened.begin === null);
  /** The last one that the player received. */
  const token = useRef(opened.accessToken);
  const latest = useRef(onEnd);
  latest.current = onEnd;

  useEffect(() => {
    const end = () => latest.current();
    const expiry = opened.expireInMs < longestTimerMs ? setTimeout(end, opened.expireInMs) : undefined;
    const check = setInterval(() => {
      // While the server does not respond, the player reports it itself.
      api.post<State>('/share/state', { accessToken: token.current }, options).then(
        ({ isOpen }) => isOpen || end(),
        () => undefined,
      );
    }, checkEveryMs);
    return () => {
      clearTimeout(expiry);
      clearInterval(check);
    };
  }, [opened]);

  return (
    <>
      <div className={styles.video} data-template={template}>
        <OrielPlayer
          className={styles.player}
          server={location.origin}
          app={opened.appKey}
          url={`ezopen://oriel/${opened.path}`}
          template={template}
          themeData={themeDataOf(template, opened.watermark !== null)}
          language={locale}
          title={opened.name}
          disabledPTZ
          // Its window would show the video without the watermark.
          pictureInPicture={opened.watermark === null}
          // All that the viewer can choose, and nothing leads to live video.
          playbackRange={opened.begin === null ? undefined : rangeOf(opened)}
          getToken={async (reason) => {
            if (reason !== 'start') token.current = (await reopen()).accessToken;
            return token.current;
          }}
          onError={({ message }) => setFailure(message)}
          onSuccess={() => setFailure(null)}
        />
        {opened.watermark && <Watermark text={opened.watermark} />}
      </div>
      <div aria-live="polite">
        {failure && (
          <Text size="sm" c="red">
            {failure}
          </Text>
        )}
      </div>
    </>
  );
}

/** Over the video, and not in the way of its buttons. */
function Watermark({ text }: { readonly text: string }) {
  return (
    <div className={styles.watermark} aria-hidden>
      {Array.from({ length: 12 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all are the same
        <span key={place}>{text}</span>
      ))}
    </div>
  );
}

/** What a link does not permit: the loudspeaker and moving the camera; of the header, the other stores. */
const notPermitted = ['talk', 'broadcast', 'pantile'];
/** What would show or save the video without its watermark. */
const withoutWatermark = ['capturePicture', 'recordvideo', 'webExpend', 'expend'];

function themeDataOf(template: Template, hasWatermark: boolean): string {
  const withoutButtons = new Set([...notPermitted, ...(hasWatermark ? withoutWatermark : [])]);
  const theme = builtInThemes[template];
  const { header, footer } = theme;
  const mayShow = ({ iconId }: { iconId: string }) => !withoutButtons.has(iconId);
  return JSON.stringify({
    ...theme,
    header: { ...header, btnList: header.btnList.filter(({ iconId }) => iconId === 'deviceName') },
    footer: { ...footer, btnList: footer.btnList.filter(mayShow) },
  });
}

/** On phones with the hours below a recording. A change would start the player again, so a turned phone keeps its own. */
function useTemplate(isLive: boolean): Template {
  const isNarrow = useIsNarrow();
  const [isPhone] = useState(isNarrow);
  if (isLive) return isPhone ? 'mobileLive' : 'pcLive';
  return isPhone ? 'mobileRec' : 'pcRec';
}

/** The end without its date if it is that of the begin. */
const rest = (begin: string, end: string) => (begin.slice(0, 10) === end.slice(0, 10) ? end.slice(11) : end);

/** The times of the address, `yyyyMMddhhmmss`. A shared range has 24 h at most. */
function rangeOf({ path }: Opened) {
  const [begin = '', end = ''] = [...path.matchAll(/(?:begin|end)=([^&]+)/g)].map(([, time]) => time);
  return { begin, end };
}
