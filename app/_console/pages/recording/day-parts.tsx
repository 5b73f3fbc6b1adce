'use client';
import { ActionIcon, Badge, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import type { EpochMs, Ms } from '../../../../lib/kernel/units.ts';
import { repeatedTimeName } from '../../../../lib/kernel/zone-fold.ts';
import type { Zone } from '../../../../lib/kernel/zone-time.ts';
import styles from './recording.module.css';
import { type RecordingDay, useRecordingText } from './recording-data.ts';

type Part = RecordingDay['stretches'][number];

const colours = { schedule: 'blue', alarm: 'violet', plan: 'gray', missing: 'red' } as const;
const isRecorded = ({ kind }: Part) => kind === 'schedule' || kind === 'alarm';

/** A day as a strip, and its parts as a list. */
export function DayParts({
  day,
  zone,
  dayStart,
  onPlay,
}: {
  readonly day: RecordingDay;
  readonly zone: Zone;
  readonly dayStart: EpochMs;
  /** `from`: since the day began. Null without the permission to play. */
  readonly onPlay: ((from: Ms) => void) | null;
}) {
  const translate = useRecordingText();
  const reasonOf = ({ reasons }: Part) => reasons.join(translate('recordings.reasonsBetween'));
  const { dayMs, stretches } = day;
  const recordedMs = stretches.filter(isRecorded).reduce((sum, part) => sum + part.endMs - part.beginMs, 0);
  const share = Math.round((100 * recordedMs) / dayMs);
  /** With its name, where it occurs twice. */
  const timeText = (text: string, ms: Ms) =>
    [text, ms < dayMs && repeatedTimeName(zone, dayStart + ms)].filter(Boolean).join(' ');
  /** On days of 23 or 25 h, 06:00 is not a quarter of the day. */
  const placeOf = (hour: string) => {
    const at = hour === '24:00' ? null : zone.instant(`${zone.text(dayStart).slice(0, 10)} ${hour}:00`);
    return at === null ? 1 : (at - dayStart) / dayMs;
  };
  return (
    <>
      <div className={styles.strip} role="img" aria-label={translate('recordings.strip', { share })}>
        {stretches.map((part) => (
          <div
            key={part.beginMs}
            className={styles.band}
            data-kind={part.kind}
            style={{
              left: `${(100 * part.beginMs) / dayMs}%`,
              width: `${(100 * (part.endMs - part.beginMs)) / dayMs}%`,
            }}
          />
        ))}
      </div>
      <div className={styles.hours} aria-hidden>
        {['00:00', '06:00', '12:00', '18:00', '24:00'].map((hour) => (
          <Text key={hour} size="xs" c="dimmed" style={{ left: `${100 * placeOf(hour)}%` }}>
            {hour}
          </Text>
        ))}
      </div>
      <ul className={styles.parts} aria-label={translate('recordings.parts')}>
        {stretches.map((part) => (
          <li key={part.beginMs}>
            <Badge variant="light" color={colours[part.kind]}>
              {translate(`recordings.part_${part.kind}`)}
            </Badge>
            <Text size="sm" className={styles.times}>
              {timeText(part.beginTime, part.beginMs)} – {timeText(part.endTime, part.endMs)}
            </Text>
            {!isRecorded(part) && (
              <Text size="xs" c="dimmed">
                {reasonOf(part) || (part.kind === 'missing' && translate('recordings.missingWhy'))}
              </Text>
            )}
            {onPlay && isRecorded(part) && (
              <ActionIcon
                variant="subtle"
                size="sm"
                ml="auto"
                aria-label={translate('recordings.play', { time: timeText(part.beginTime, part.beginMs) })}
                onClick={() => onPlay(part.beginMs)}
              >
                <IconPlayerPlay size={16} />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
