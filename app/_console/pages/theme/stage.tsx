'use client';
import { Button, Group, Paper, SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { IconDevices } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Player, Theme as PlayerTheme } from '../../../../host-sdk/types.ts';
import type { cameraPreview } from '../../../../lib/contracts/admin/calls/camera.calls.ts';
import type { Theme } from '../../../../lib/contracts/theme/theme.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { RelationSelect } from '../../resource/widgets/relation-select.tsx';
import { useSession } from '../../session/use-session.tsx';
import { ConsolePlayer } from '../parts/console-player.tsx';
import styles from './designer.module.css';
import { syncPlayer, type ThemedPlayer } from './player-sync.ts';
import { ScaledPlayer } from './scaled-player.tsx';
import { useDesignerText } from './use-designer-text.ts';

const Previews = lazy(() => import('./previews.tsx'));

/** Of the player in CSS pixels; null: as wide as there is room. */
const widths = { wide: null, tablet: 600, phone: 340, screen: 1920 } as const;
type Size = keyof typeof widths;

export interface StageProps {
  readonly theme: Theme;
  readonly cameraId: string | null;
  onCamera(id: string | null): void;
  onEdited(theme: Theme): void;
  onChosen(iconId: string): void;
}

/** The real player with the draft, on a camera. */
export function Stage({ theme, cameraId, onCamera, onEdited, onChosen }: StageProps) {
  const translate = useDesignerText();
  const mayPlay = useSession().can('iot:camera:play');
  const [isEditing, setEditing] = useState(true);
  const [size, setSize] = useState<Size>('wide');
  const [isPreviewing, setPreviewing] = useState(false);
  const { ref: room, width: roomPx } = useElementSize();
  return (
    <Paper withBorder p="sm">
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <RelationSelect
            resource="iot.camera"
            label={translate('design.camera')}
            value={cameraId === null ? [] : [cameraId]}
            isMultiple={false}
            onChange={([id]) => onCamera(id ?? null)}
          />
          <SegmentedControl
            size="sm"
            aria-label={translate('design.size')}
            data={(['wide', 'tablet', 'phone', 'screen'] as const).map((value) => ({
              value,
              label: translate(`design.size.${value}`),
            }))}
            value={size}
            onChange={(value) => setSize(value as Size)}
          />
        </Group>
        {mayPlay && cameraId !== null && (
          <Button
            variant="default"
            w="fit-content"
            leftSection={<IconDevices size={16} />}
            onClick={() => setPreviewing(true)}
          >
            {translate('design.previews')}
          </Button>
        )}
        <div className={styles.stage} ref={room}>
          {mayPlay && cameraId !== null ? (
            <ScaledPlayer width={widths[size]} scale={size === 'screen' ? roomPx / widths.screen : 1}>
              <Picture key={cameraId} {...{ theme, cameraId, isEditing, onEdited, onChosen }} />
            </ScaledPlayer>
          ) : (
            <Text c="dimmed">{translate(mayPlay ? 'design.noCamera' : 'design.mayNotPlay')}</Text>
          )}
        </div>
        <Switch
          label={translate('design.inPlayer')}
          description={translate('design.inPlayerHelp')}
          checked={isEditing}
          onChange={({ currentTarget }) => setEditing(currentTarget.checked)}
        />
      </Stack>
      <Suspense>
        {isPreviewing && cameraId !== null && (
          <Previews theme={theme} cameraId={cameraId} onClose={() => setPreviewing(false)} />
        )}
      </Suspense>
    </Paper>
  );
}

function Picture({
  theme,
  cameraId,
  isEditing,
  onEdited,
  onChosen,
}: Pick<StageProps, 'theme' | 'onEdited' | 'onChosen'> & {
  readonly cameraId: string;
  readonly isEditing: boolean;
}) {
  const translate = useDesignerText();
  const [initial] = useState(theme);
  const latest = useRef({ onEdited, onChosen });
  latest.current = { onEdited, onChosen };
  const [sync, setSync] = useState<ReturnType<typeof syncPlayer> | null>(null);
  const take = useCallback(
    (player: Player | null) =>
      setSync((before) => {
        before?.stop();
        if (!player) return null;
        // The SDK has one signature for all events, from which the two of `ThemedPlayer` cannot be derived.
        return syncPlayer(player as unknown as ThemedPlayer, initial, {
          onEdited: (edited) => latest.current.onEdited(edited),
          onChosen: (iconId) => latest.current.onChosen(iconId),
        });
      }),
    [initial],
  );
  useEffect(() => sync?.show(theme), [sync, theme]);
  useEffect(() => sync?.edit(isEditing), [sync, isEditing]);
  return (
    <ConsolePlayer
      ref={take}
      accessKey={['preview', 'design', cameraId]}
      fetchAccess={() =>
        api.post<DataOf<typeof cameraPreview>>(
          '/iot/camera/preview',
          { id: cameraId },
          { allowDuplicate: true },
        )
      }
      addressOf={(path) => path}
      failedText={translate('design.failed')}
      template="theme"
      // The SDK's type is that of pages, whose lists may change.
      themeData={initial as PlayerTheme}
      title={translate('design.player')}
    />
  );
}
