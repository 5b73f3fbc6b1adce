'use client';
import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { wallsTexts } from '../../../../lib/i18n/console/walls.ts';
import { useTranslations } from '../../text/use-translations.ts';
import type { Rotation } from './use-rotation.ts';

/** Which cameras of a larger wall are shown. Nothing if they all are. */
export function RotationControls({
  rotation: { page, pages, isPaused, setPaused, show },
  isTimed,
}: {
  readonly rotation: Rotation;
  readonly isTimed: boolean;
}) {
  const translate = useTranslations(wallsTexts);
  if (pages === 1) return null;
  const pauseLabel = translate(isPaused ? 'walls.resume' : 'walls.pause');
  return (
    <Group gap={4}>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={translate('walls.previous')}
        onClick={() => show((page + pages - 1) % pages)}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <Text size="sm">{translate('walls.group', { page: page + 1, pages })}</Text>
      <ActionIcon
        variant="default"
        size="lg"
        aria-label={translate('walls.next')}
        onClick={() => show((page + 1) % pages)}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
      {isTimed && (
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={pauseLabel}
          title={pauseLabel}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? (
            <IconPlayerPlay size={18} aria-hidden="true" />
          ) : (
            <IconPlayerPause size={18} aria-hidden="true" />
          )}
        </ActionIcon>
      )}
    </Group>
  );
}
