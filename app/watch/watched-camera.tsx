'use client';
import { Alert, Button, Text } from '@mantine/core';
import { IconCamera, IconLink, IconReportMedical } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { OrielPlayer } from '../../host-sdk/react/index.tsx';
import type { Player, PlayerFailure, PlayerSnapshot, PlayerStats, Template } from '../../host-sdk/types.ts';
import type { watchRenew } from '../../lib/contracts/admin/calls/watch.calls.ts';
import {
  playedAddress,
  type WatchAddress,
  type WatchMoment,
} from '../../lib/contracts/admin/watch-address.ts';
import { watchPath } from '../../lib/contracts/admin/watch-link.ts';
import { linkTexts } from '../../lib/i18n/console/links.ts';
import { watchTexts } from '../../lib/i18n/console/watch.ts';
import type { EpochMs } from '../../lib/kernel/units.ts';
import type { Zone } from '../../lib/kernel/zone-time.ts';
import type { DataOf } from '../_console/api/data-of.ts';
import { api } from '../_console/api/request.ts';
import { useCopyText } from '../_console/pages/parts/use-copy-text.tsx';
import { useLocale } from '../_console/text/use-locale.ts';
import { useTranslations } from '../_console/text/use-translations.ts';
import { useIsNarrow } from '../_console/ui/use-is-narrow.ts';
import type { OpenedCamera } from './camera-watch.tsx';
import { diagnosisText } from './diagnosis-text.ts';
import { WatchHeader } from './parts/watch-header.tsx';
import { WatchPanel } from './parts/watch-panel.tsx';
import { useStats } from './use-stats.ts';
import styles from './watch.module.css';

const texts = { ...linkTexts, ...watchTexts } as const;

const renew = (id: string) =>
  api.post<DataOf<typeof watchRenew>>('/iot/watch/renew', { id }, { quiet: true, allowDuplicate: true });

/** The player at the moment of the address, and beside it what is known of the camera. */
export function WatchedCamera({
  camera,
  address,
  zone,
}: {
  readonly camera: OpenedCamera;
  readonly address: WatchAddress;
  readonly zone: Zone;
}) {
  const translate = useTranslations(texts);
  const locale = useLocale();
  const isNarrow = useIsNarrow();
  const [player, setPlayer] = useState<Player | null>(null);
  const [state, setState] = useState<PlayerSnapshot | null>(null);
  const [failure, setFailure] = useState<PlayerFailure | null>(null);
  const failures = useRef<{ readonly at: EpochMs; readonly code: string; readonly message: string }[]>([]);
  const stats = useStats(player);
  const { copy, dialog } = useCopyText();
  const [start] = useState(() => startOf(camera.capabilities, address.moment, zone));
  // A change would start the player again, so a turned phone keeps its own.
  const [isMobile] = useState(isNarrow);
  const isRecorded = start.moment.kind === 'recorded';
  const template = address.template ?? `${isMobile ? 'mobile' : 'pc'}${isRecorded ? 'Rec' : 'Live'}`;
  const { serial, channelNo } = address;
  const shownAt = momentShown(start.moment, state, stats);
  const link = () =>
    location.origin + watchPath({ serial, channelNo }, shownAt === null ? null : { at: shownAt, zone });
  const copyLink = () => void copy(link(), translate('link.copied'));
  const latest = useRef(copyLink);
  latest.current = copyLink;
  useEffect(() => player?.on('copyLink', () => latest.current()), [player]);
  const diagnosis = () =>
    diagnosisText({
      ...{ camera, serial, channelNo, zone, state, stats, link: link(), failures: failures.current },
      now: Date.now(),
      userAgent: navigator.userAgent,
      size: `${innerWidth}x${innerHeight}@${devicePixelRatio}`,
    });

  function fail(error: PlayerFailure): void {
    setFailure(error);
    const { code, message } = error;
    failures.current = [...failures.current, { at: Date.now(), code, message }].slice(-10);
  }

  return (
    <main className={styles.page}>
      <WatchHeader
        title={camera.name}
        details={`${translate('watch.channel', { serial, channel: channelNo })} · ${
          shownAt === null
            ? translate('watch.live')
            : translate('watch.recorded', { time: zone.text(shownAt) })
        }`}
      >
        <Button
          size="xs"
          variant="default"
          leftSection={<IconLink size={16} aria-hidden="true" />}
          onClick={copyLink}
        >
          {translate('link.copy')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconReportMedical size={16} aria-hidden="true" />}
          onClick={() => void copy(diagnosis(), translate('watch.diagnosisCopied'))}
        >
          {translate('watch.copyDiagnosis')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCamera size={16} aria-hidden="true" />}
          disabled={state?.phase !== 'playing'}
          onClick={() => void player?.capturePicture({ download: true }).catch(fail)}
        >
          {translate('watch.snapshot')}
        </Button>
      </WatchHeader>
      <div className={styles.columns}>
        <div className={styles.stage}>
          {start.notice ? (
            <Alert color="gray" role="status">
              {translate(start.notice)}
            </Alert>
          ) : (
            <span />
          )}
          <div className={styles.player} data-recorded={isRecorded} data-mobile={template === 'mobileRec'}>
            <OrielPlayer
              ref={setPlayer}
              className={styles.player}
              server={location.origin}
              app={camera.appKey}
              url={`ezopen://oriel/${playedAddress(camera.path, { ...address, moment: start.moment }, zone)}`}
              template={template as Template}
              language={address.language ?? locale}
              linkButton
              microphone={camera.capabilities.includes('talk')}
              title={camera.name}
              getToken={async (reason) => (reason === 'start' ? camera : await renew(camera.id)).accessToken}
              onState={setState}
              onError={fail}
              onSuccess={() => setFailure(null)}
            />
          </div>
          <div aria-live="polite" className={failure ? styles.failure : undefined}>
            {failure && (
              <Text size="sm" c="red">
                {failure.message}
              </Text>
            )}
          </div>
        </div>
        <WatchPanel camera={camera} address={address} zone={zone} state={state} stats={stats} />
      </div>
      {dialog}
    </main>
  );
}

/** When the picture on the screen was recorded; null: it is live, to which the viewer may have returned. */
function momentShown(
  start: WatchMoment,
  state: PlayerSnapshot | null,
  stats: PlayerStats | null,
): EpochMs | null {
  const isLive = state?.address === undefined ? start.kind === 'live' : state.address.includes('.live');
  if (isLive) return null;
  return stats?.recordedAt ?? (start.kind === 'recorded' ? start.begin : null);
}

interface Start {
  readonly moment: WatchMoment;
  readonly notice: 'watch.noRecordings' | 'watch.noLive' | null;
}

/** Where the player begins: at the moment of the address, or at what the person may see. */
function startOf(capabilities: OpenedCamera['capabilities'], moment: WatchMoment, zone: Zone): Start {
  const mayWatch = capabilities.includes('live');
  if (moment.kind === 'recorded') {
    return capabilities.includes('playback.cloud')
      ? { moment, notice: null }
      : { moment: { kind: 'live' }, notice: 'watch.noRecordings' };
  }
  if (mayWatch) return { moment, notice: null };
  const now = Date.now();
  const begin = zone.instant(`${zone.text(now).slice(0, 10)} 00:00:00`) ?? now;
  return { moment: { kind: 'recorded', begin, end: begin + 86_400_000 }, notice: 'watch.noLive' };
}
