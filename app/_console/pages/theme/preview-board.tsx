'use client';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, type Ref, useState } from 'react';
import type { Player } from '../../../../host-sdk/types.ts';
import { type Locale, localeNames } from '../../../../lib/i18n/translate.ts';
import { useLocale } from '../../text/use-locale.ts';
import styles from './designer.module.css';
import { type PreviewSize, previewSizes } from './preview-sizes.ts';
import { ScaledPlayer } from './scaled-player.tsx';
import { TargetReport } from './target-report.tsx';
import { useDesignerText } from './use-designer-text.ts';

export type PreviewMode = 'live' | 'recorded';

export interface Preview {
  readonly size: PreviewSize;
  readonly mode: PreviewMode;
  /** Of the player. */
  readonly language: Locale;
  /** Name of the player for screen readers. */
  readonly title: string;
  /** To measure it. */
  readonly ref: Ref<Player>;
}

/** A theme in all sizes, live or recorded, in either language. Another mode is another player: `player` needs no key. */
export function PreviewBoard({
  hasRecordings,
  player,
}: {
  readonly hasRecordings: boolean;
  readonly player: (preview: Preview) => ReactNode;
}) {
  const translate = useDesignerText();
  const own = useLocale();
  const [mode, setMode] = useState<PreviewMode>('live');
  const [chosen, setChosen] = useState<Locale | null>(null);
  const language = chosen ?? own;
  const { ref: room, width: roomPx } = useElementSize();
  return (
    <Stack>
      <Group gap="sm">
        <SegmentedControl
          aria-label={translate('design.mode')}
          data={[
            { value: 'live', label: translate('design.live') },
            { value: 'recorded', label: translate('design.recorded'), disabled: !hasRecordings },
          ]}
          value={mode}
          onChange={(value) => setMode(value as PreviewMode)}
        />
        <SegmentedControl
          aria-label={translate('design.language')}
          data={Object.entries(localeNames).map(([value, label]) => ({ value, label }))}
          value={language}
          onChange={(value) => setChosen(value as Locale)}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {translate('design.previewsHelp')}
      </Text>
      <div className={styles.previews} ref={room}>
        {previewSizes.map((size) => (
          <Sized key={`${size.name} ${mode}`} {...{ size, mode, language, player, roomPx }} />
        ))}
      </div>
    </Stack>
  );
}

/** At its real size, or as large as there is room. */
function Sized({
  player,
  roomPx,
  ...shown
}: Pick<Preview, 'size' | 'mode' | 'language'> & {
  readonly player: (preview: Preview) => ReactNode;
  /** 0: not measured yet. */
  readonly roomPx: number;
}) {
  const translate = useDesignerText();
  const [made, setMade] = useState<Player | null>(null);
  const { name, width } = shown.size;
  const scale = roomPx > 0 ? Math.min(shown.size.scale, roomPx / width) : shown.size.scale;
  const title = translate(`design.on.${name}`);
  return (
    <section aria-label={title} style={{ width: width * scale }}>
      <Text size="sm" fw={600} mb={4}>
        {title} · {width} px{scale < 1 && ` · ${Math.round(scale * 100)} %`}
      </Text>
      <ScaledPlayer width={width} scale={scale}>
        {player({ ...shown, title, ref: setMade })}
      </ScaledPlayer>
      <TargetReport player={made} />
    </section>
  );
}
