'use client';
import { Badge, Group, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Player } from '../../../../host-sdk/types.ts';
import { readIconId } from '../../../../lib/contracts/theme/icon-id.ts';
import { type Control, judgeTargets, sizeText } from './hit-targets.ts';
import { type DesignerText, useDesignerText } from './use-designer-text.ts';

/** The theme, the language and the size of the player may change at any time. */
const measureEveryMs = 1_000;

/** The buttons that a player shows, measured in it; null until they are known. */
export function useControls(player: Player | null): readonly Control[] | null {
  const [controls, setControls] = useState<readonly Control[] | null>(null);
  useEffect(() => {
    if (!player) return;
    const measure = () =>
      player.getControls().then(
        (found) =>
          setControls((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found)),
        // The player shows its own failures.
        () => undefined,
      );
    void measure();
    const timer = setInterval(() => void measure(), measureEveryMs);
    return () => clearInterval(timer);
  }, [player]);
  return controls;
}

/** Which buttons of a player are too small to be hit. */
export function TargetReport({ player }: { readonly player: Player | null }) {
  const translate = useDesignerText();
  const controls = useControls(player);
  if (!controls || controls.length === 0) return null;
  const { faults, notes } = judgeTargets(controls);
  return (
    <Group gap={6} mt={6} align="flex-start">
      <Badge
        variant="light"
        tt="none"
        style={{ flex: 'none' }}
        color={faults.length > 0 ? 'red' : notes.length > 0 ? 'gray' : 'green'}
      >
        {translate(
          faults.length > 0
            ? 'design.targetFault'
            : notes.length > 0
              ? 'design.targetNote'
              : 'design.targetGood',
        )}
      </Badge>
      {[...faults, ...notes].length > 0 && (
        <Text size="xs" flex={1} miw={160}>
          {listed([...faults, ...notes], translate)}
        </Text>
      )}
    </Group>
  );
}

/** Names with sizes; one size for buttons that have the same. */
function listed(controls: readonly Control[], translate: DesignerText): string {
  const sizes = [...new Set(controls.map(sizeText))];
  return sizes
    .map((size) => {
      const same = controls.filter((control) => sizeText(control) === size);
      const names = same.map(({ iconId }) => nameOf(iconId, translate)).join(translate('design.targetAnd'));
      return translate('design.targetSize', { names, size });
    })
    .join(' · ');
}

/** What the player shows beside the buttons of the theme. */
const others = ['live', 'more', 'copyLink', 'pictureInPicture'] as const;

function nameOf(iconId: string, translate: DesignerText): string {
  const known = readIconId(iconId);
  if (known) return translate(`design.button.${known}`);
  const other = others.find((id) => id === iconId);
  return other ? translate(`design.target.${other}`) : iconId;
}
