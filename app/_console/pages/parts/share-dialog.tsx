'use client';
import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { shareTexts } from '../../../../lib/i18n/console/shares.ts';
import { type Zone, zoneOf } from '../../../../lib/kernel/zone-time.ts';
import { api } from '../../api/request.ts';
import { useSession } from '../../session/use-session.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import ShareLink, { type MadeShare } from './share-link.tsx';

/** A range that is to be shared: epoch ms, `end` exclusive. */
export interface SharedRange {
  readonly camera: { readonly id: string; readonly name: string };
  readonly store: 'cloud' | 'device';
  readonly begin: number;
  readonly end: number;
}

const lives = ['1', '24', '168', '720'] as const;
const hourMs = 3_600_000;

/** Asks how long the link is valid, then shows it. */
export default function ShareDialog({
  range,
  onClose,
}: {
  readonly range: SharedRange;
  readonly onClose: () => void;
}) {
  const translate = useTranslations(shareTexts);
  const { camera, store } = range;
  const zone = zoneOf(useSession().user?.timeZone ?? 'Asia/Shanghai');
  const { beginTime, endTime } = wholeSeconds(range, zone);
  const [name, setName] = useState(`${camera.name} ${beginTime.slice(0, 16)}`.slice(0, 64));
  const [hours, setHours] = useState<string>('24');
  const [isSending, setSending] = useState(false);
  const [made, setMade] = useState<MadeShare | null>(null);
  if (made) return <ShareLink made={made} onClose={onClose} />;

  async function create(): Promise<void> {
    setSending(true);
    const expireTime = zone.text(Date.now() + Number(hours) * hourMs);
    const body = { name, channelId: camera.id, store, beginTime, endTime, expireTime };
    // The call shows its own failures.
    await api.post<MadeShare>('/iot/share', body).then(setMade, () => setSending(false));
  }

  return (
    <PageDialog onClose={onClose} title={translate('share.make')}>
      <Stack>
        <div>
          <Text size="sm" fw={500}>
            {translate('share.range')}
          </Text>
          <Text size="sm">
            {beginTime} – {endTime}
          </Text>
        </div>
        <TextInput
          label={translate('share.name')}
          description={translate('share.nameHelp')}
          value={name}
          maxLength={64}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <div>
          <Text size="sm" fw={500} id="share-life">
            {translate('share.life')}
          </Text>
          <SegmentedControl
            aria-labelledby="share-life"
            data={lives.map((value) => ({ value, label: translate(`share.hours_${value}`) }))}
            value={hours}
            onChange={setHours}
          />
        </div>
        <Text size="xs" c="dimmed">
          {translate('share.use')}
        </Text>
        <Group justify="flex-end">
          <Button loading={isSending} disabled={name.trim() === ''} onClick={() => void create()}>
            {translate('share.create')}
          </Button>
        </Group>
      </Stack>
    </PageDialog>
  );
}

/** Civil times have seconds: the range is not made shorter. */
function wholeSeconds({ begin, end }: SharedRange, zone: Zone) {
  return {
    beginTime: zone.text(Math.floor(begin / 1_000) * 1_000),
    endTime: zone.text(Math.ceil(end / 1_000) * 1_000),
  };
}
