'use client';
import { Text } from '@mantine/core';
import type { PlayerSnapshot, PlayerStats } from '../../../host-sdk/types.ts';
import { watchTexts } from '../../../lib/i18n/console/watch.ts';
import type { Zone } from '../../../lib/kernel/zone-time.ts';
import { useTranslations } from '../../_console/text/use-translations.ts';
import styles from '../watch.module.css';
import { Section } from './section.tsx';

const phases = ['idle', 'resolving', 'loading', 'playing', 'reconnecting', 'failed'] as const;

/** State and figures of the player, once per second. */
export function PlaybackFigures({
  state,
  stats,
  zone,
}: {
  readonly state: PlayerSnapshot | null;
  readonly stats: PlayerStats | null;
  readonly zone: Zone;
}) {
  const translate = useTranslations(watchTexts);
  const phase = phases.find((known) => known === state?.phase);
  const rows = [
    ['watch.stat.phase', phase && translate(`watch.phase.${phase}`)],
    ...(stats ? figuresOf(stats, zone) : []),
  ] as const;
  return (
    <Section title={translate('watch.playback')}>
      <dl className={styles.rows}>
        {rows.map(
          ([key, value]) =>
            value !== undefined && (
              <div key={key} style={{ display: 'contents' }}>
                <dt>{translate(key)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {!stats && (
        <Text size="sm" c="dimmed">
          {translate('watch.notPlaying')}
        </Text>
      )}
    </Section>
  );
}

function figuresOf(stats: PlayerStats, zone: Zone) {
  const { engine, videoCodec, width, height, audioCodec, bitsPerSecond, recordedAt } = stats;
  const ms = (value: number | undefined) => (value === undefined ? undefined : `${value} ms`);
  const count = (value: number | undefined) => (value === undefined ? undefined : String(value));
  const size = width && height ? `${width}×${height}` : null;
  return [
    ['watch.stat.recordedAt', recordedAt === undefined ? undefined : zone.text(recordedAt)],
    ['watch.stat.engine', engine],
    ['watch.stat.video', [videoCodec, size].filter(Boolean).join(' ') || undefined],
    ['watch.stat.audio', audioCodec],
    // Recordings are fetched in parts: between two of them it is 0.
    ['watch.stat.rate', bitsPerSecond ? `${Math.round(bitsPerSecond / 1_000)} kbit/s` : undefined],
    ['watch.stat.fps', count(stats.fps)],
    ['watch.stat.latency', ms(stats.latencyMs)],
    ['watch.stat.firstFrame', ms(stats.firstFrameMs)],
    ['watch.stat.stalls', count(stats.stalls)],
    ['watch.stat.dropped', count(stats.framesDropped)],
  ] as const;
}
