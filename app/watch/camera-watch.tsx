'use client';
import { Alert, Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import type { watchOpen } from '../../lib/contracts/admin/calls/watch.calls.ts';
import {
  readWatchAddress,
  type WatchAddress,
  type WatchProblem,
  watchParameters,
} from '../../lib/contracts/admin/watch-address.ts';
import { commonTexts } from '../../lib/i18n/console/common.ts';
import { watchTexts } from '../../lib/i18n/console/watch.ts';
import { type Zone, zoneOf } from '../../lib/kernel/zone-time.ts';
import { isMissing, mayPass } from '../_console/api/api-error.ts';
import type { DataOf } from '../_console/api/data-of.ts';
import { api } from '../_console/api/request.ts';
import { language } from '../_console/text/language.ts';
import { useLocale } from '../_console/text/use-locale.ts';
import { useTranslations } from '../_console/text/use-translations.ts';
import { NoteDraftProvider } from './parts/note-draft.tsx';
import { WatchHeader } from './parts/watch-header.tsx';
import styles from './watch.module.css';
import { WatchedCamera } from './watched-camera.tsx';

export type OpenedCamera = DataOf<typeof watchOpen>;

const texts = { ...commonTexts, ...watchTexts } as const;

/** One camera at the moment of the address; `serial` and `channel` as in the path. */
export function CameraWatch({
  serial,
  channel,
  timeZone,
}: {
  readonly serial: string;
  readonly channel: string;
  readonly timeZone: string;
}) {
  const query = useSearchParams();
  const zone = useMemo(() => zoneOf(timeZone), [timeZone]);
  const address = useMemo(
    () => readWatchAddress({ serial, channel }, query, { zone, now: Date.now() }),
    [serial, channel, query, zone],
  );
  useLanguageOfLink(address.ok ? address.value.language : null);
  if (address.ok)
    return (
      <NoteDraftProvider>
        <Camera key={query.toString()} address={address.value} zone={zone} query={query} />
      </NoteDraftProvider>
    );
  if (address.error.includes('camera')) return <Missing />;
  return <InvalidLink problems={address.error} query={query} path={`/watch/${serial}/${channel}`} />;
}

/** For this document only: the choice that is stored in the browser stays as it is. */
function useLanguageOfLink(locale: WatchAddress['language']): void {
  useLayoutEffect(() => {
    if (locale) language.showInDocument(locale);
  }, [locale]);
  const shown = useLocale();
  useLayoutEffect(() => {
    document.documentElement.lang = shown;
  }, [shown]);
}

function Camera({
  address,
  zone,
  query,
}: {
  readonly address: WatchAddress;
  readonly zone: Zone;
  readonly query: Pick<URLSearchParams, 'get' | 'toString'>;
}) {
  const translate = useTranslations(texts);
  const { serial, channelNo } = address;
  const { data, error, refetch } = useQuery({
    // Each address is an opening of its own, which is logged with its time.
    queryKey: ['watch', serial, channelNo, query.toString()],
    queryFn: () => {
      const times = (['at', 'from', 'to'] as const).flatMap((name) => {
        const text = query.get(name)?.slice(0, 40);
        return text ? [[name, text] as const] : [];
      });
      const body = { serial, channelNo, ...Object.fromEntries(times) };
      return api.post<OpenedCamera>('/iot/watch/open', body, { quiet: true, allowDuplicate: true });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) document.title = data.name;
  }, [data]);
  if (data) return <WatchedCamera camera={data} address={address} zone={zone} />;
  if (error && isMissing(error)) return <Missing />;
  return (
    <main className={styles.page}>
      <WatchHeader title={serial} />
      {error ? (
        <Alert color="red" role="alert" title={translate('watch.failed')} m="md">
          {error.message}
          {mayPass(error) && (
            <div>
              <Button size="xs" variant="light" mt="xs" onClick={() => void refetch()}>
                {translate('common.retry')}
              </Button>
            </div>
          )}
        </Alert>
      ) : (
        <Skeleton className={styles.waiting} role="status" aria-label={translate('common.loading')} />
      )}
    </main>
  );
}

/** The same for a camera that does not exist and for one that the person may not see. */
function Missing() {
  const translate = useTranslations(watchTexts);
  return (
    <main className={styles.page}>
      <WatchHeader title={translate('watch.title')} />
      <Alert color="gray" role="alert" icon={<IconAlertTriangle />} title={translate('watch.missing')} m="md">
        {translate('watch.missingHint')}
      </Alert>
    </main>
  );
}

/** Which parameters a problem is about. */
const parametersOf: Readonly<Record<WatchProblem, readonly (typeof watchParameters)[number][]>> = {
  camera: [],
  template: ['template'],
  quality: ['quality'],
  language: ['language'],
  time: ['at', 'from', 'to'],
  order: ['at', 'from', 'to'],
  length: ['from', 'to'],
  future: ['at', 'from'],
};

function InvalidLink({
  problems,
  query,
  path,
}: {
  readonly problems: readonly WatchProblem[];
  readonly query: Pick<URLSearchParams, 'get'>;
  readonly path: string;
}) {
  const translate = useTranslations(watchTexts);
  const wrong = new Set(problems.flatMap((problem) => parametersOf[problem]));
  const rest = watchParameters.flatMap((name) => {
    const value = query.get(name);
    return value && !wrong.has(name) ? [[name, value]] : [];
  });
  const others = new URLSearchParams(rest).toString();
  return (
    <main className={styles.page}>
      <WatchHeader title={translate('watch.title')} />
      <Alert color="gray" role="alert" icon={<IconAlertTriangle />} title={translate('watch.invalid')} m="md">
        <ul className={styles.problems}>
          {problems.map(
            (problem) =>
              problem !== 'camera' && (
                <li key={problem}>
                  {translate(`watch.problem.${problem}`, {
                    value: parametersOf[problem]
                      .map((name) => query.get(name))
                      .filter(Boolean)
                      .join(' – ')
                      .slice(0, 80),
                  })}
                </li>
              ),
          )}
        </ul>
        <Button
          component={Link}
          href={others ? `${path}?${others}` : path}
          variant="default"
          size="xs"
          mt="sm"
        >
          {translate('watch.toLive')}
        </Button>
      </Alert>
    </main>
  );
}
