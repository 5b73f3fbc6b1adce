'use client';
import { ActionIcon, Group, Text, UnstyledButton } from '@mantine/core';
import { IconInfoCircle, IconPlayerPlay } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { stateOf } from '../parts/map/camera-state.ts';
import mapStyles from '../parts/map/map.module.css';
import { useMapText } from '../parts/map/use-map.ts';
import type { MapCamera } from './map-cameras.ts';
import styles from './map-page.module.css';

export interface CameraListProps {
  readonly cameras: readonly MapCamera[];
  /** Ids of the cameras at the place that was chosen. */
  readonly chosen: readonly string[];
  onShow(camera: MapCamera): void;
  /** Absent: not permitted. */
  readonly onWatch: ((camera: MapCamera) => void) | undefined;
  readonly onDetails: ((camera: MapCamera) => void) | undefined;
}

/** What the map shows, for keyboards and screen readers too. */
export function CameraList({ cameras, chosen, onShow, onWatch, onDetails }: CameraListProps) {
  const translate = useMapText();
  const list = useRef<HTMLUListElement>(null);
  const [first] = chosen;
  useEffect(() => {
    if (first) list.current?.querySelector(`[data-camera="${first}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [first]);
  return (
    <ul ref={list} className={styles.cameras}>
      {cameras.map((camera) => {
        const { id, name, deviceSerial, channelNo, address } = camera;
        const state = stateOf(camera);
        return (
          <li
            key={id}
            data-camera={id}
            className={styles.camera}
            data-chosen={chosen.includes(id) || undefined}
          >
            <UnstyledButton
              className={styles.show ?? ''}
              title={translate('map.show', { name })}
              aria-pressed={chosen.includes(id)}
              onClick={() => onShow(camera)}
            >
              <Group gap={6} wrap="nowrap">
                <span aria-hidden className={mapStyles.mark} data-state={state} />
                <span className={styles.names}>
                  <Text size="sm" fw={600} truncate>
                    {name}
                  </Text>
                  <Text size="xs" c="dimmed" truncate>
                    {translate(`map.${state}`)} · {address || `${deviceSerial}:${channelNo}`}
                  </Text>
                </span>
              </Group>
            </UnstyledButton>
            <Group gap={4} wrap="nowrap">
              {onWatch && state !== 'disabled' && (
                <ActionIcon
                  variant="subtle"
                  aria-label={translate('map.watch', { name })}
                  title={translate('map.watch', { name })}
                  onClick={() => onWatch(camera)}
                >
                  <IconPlayerPlay size={18} />
                </ActionIcon>
              )}
              {onDetails && (
                <ActionIcon
                  variant="subtle"
                  aria-label={translate('map.details', { name })}
                  title={translate('map.details', { name })}
                  onClick={() => onDetails(camera)}
                >
                  <IconInfoCircle size={18} />
                </ActionIcon>
              )}
            </Group>
          </li>
        );
      })}
    </ul>
  );
}
