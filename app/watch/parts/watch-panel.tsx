'use client';
import type { PlayerSnapshot, PlayerStats } from '../../../host-sdk/types.ts';
import type { WatchAddress } from '../../../lib/contracts/admin/watch-address.ts';
import { watchTexts } from '../../../lib/i18n/console/watch.ts';
import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { HasPermi } from '../../_console/session/permission.tsx';
import { useTranslations } from '../../_console/text/use-translations.ts';
import type { OpenedCamera } from '../camera-watch.tsx';
import styles from '../watch.module.css';
import { CameraAlarms } from './camera-alarms.tsx';
import { CameraFacts } from './camera-facts.tsx';
import { CameraLog } from './camera-log.tsx';
import { CameraNotes } from './camera-notes.tsx';
import { CameraViewers } from './camera-viewers.tsx';
import { OnlineHistory } from './online-history.tsx';
import { PlaybackFigures } from './playback-figures.tsx';

/** What is known of a camera; each part for those who have its permission. */
export function WatchPanel({
  camera: { id, deviceId },
  address,
  zone,
  state,
  stats,
}: {
  readonly camera: OpenedCamera;
  readonly address: WatchAddress;
  readonly zone: Zone;
  readonly state: PlayerSnapshot | null;
  readonly stats: PlayerStats | null;
}) {
  const translate = useTranslations(watchTexts);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, the keyboard cannot scroll it
    <section className={styles.panel} aria-label={translate('watch.facts')} tabIndex={0}>
      <PlaybackFigures state={state} stats={stats} zone={zone} />
      <HasPermi value={['iot:camera:notes']}>
        <CameraNotes id={id} />
      </HasPermi>
      <HasPermi value={['iot:camera:query']}>
        <CameraFacts id={id} deviceId={deviceId} />
        <OnlineHistory id={id} />
      </HasPermi>
      <HasPermi value={['iot:alarm:list']}>
        <CameraAlarms id={id} address={address} zone={zone} />
      </HasPermi>
      <HasPermi value={['iot:camera:viewers']}>
        <CameraViewers id={id} />
      </HasPermi>
      <HasPermi value={['monitor:operlog:list']}>
        <CameraLog id={id} />
      </HasPermi>
    </section>
  );
}
