'use client';
import {
  Button,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { shareTexts } from '../../../../lib/i18n/console/shares.ts';
import { type Zone, zoneOf } from '../../../../lib/kernel/zone-time.ts';
import { ApiError } from '../../api/api-error.ts';
import { api } from '../../api/request.ts';
import { useSession } from '../../session/use-session.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import ShareLink, { type MadeShare } from './share-link.tsx';

/** What is to be shared: live video, or a range in epoch ms, `end` exclusive. */
export type SharedVideo = { readonly camera: { readonly id: string; readonly name: string } } & (
  | { readonly store: 'live' }
  | { readonly store: 'cloud' | 'device'; readonly begin: number; readonly end: number }
);

const lives = ['1', '24', '168', '720'] as const;
const hourMs = 3_600_000;

/** Asks how long and for whom the link is valid, then shows it. */
export default function ShareDialog({
  shared,
  onClose,
}: {
  readonly shared: SharedVideo;
  readonly onClose: () => void;
}) {
  const translate = useTranslations(shareTexts);
  const { camera, store } = shared;
  const zone = zoneOf(useSession().user?.timeZone ?? 'Asia/Shanghai');
  const range = shared.store === 'live' ? null : wholeSeconds(shared, zone);
  const [name, setName] = useState(
    (range ? `${camera.name} ${range.beginTime.slice(0, 16)}` : camera.name).slice(0, 64),
  );
  const [hours, setHours] = useState<string>('24');
  const [maxOpens, setMaxOpens] = useState<number | ''>('');
  const [pin, setPin] = useState('');
  const [watermark, setWatermark] = useState(false);
  const [embeddable, setEmbeddable] = useState(false);
  const [isSending, setSending] = useState(false);
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({});
  const [made, setMade] = useState<MadeShare | null>(null);
  if (made) return <ShareLink made={made} onClose={onClose} />;

  async function create(): Promise<void> {
    setSending(true);
    setWrong({});
    const expireTime = zone.text(Date.now() + Number(hours) * hourMs);
    const limits = {
      maxOpens: maxOpens === '' ? null : maxOpens,
      ...(pin ? { pin } : {}),
      watermark,
      embeddable,
    };
    const body = { name, channelId: camera.id, store, ...range, expireTime, ...limits };
    await api
      .post<MadeShare>('/iot/share', body, { quiet: ['name', 'maxOpens', 'pin'] })
      .then(setMade, (error: unknown) => {
        setSending(false);
        if (error instanceof ApiError)
          setWrong(Object.fromEntries(error.errors.map(({ path, message }) => [path, message])));
      });
  }

  return (
    <PageDialog
      onClose={onClose}
      title={translate(range ? 'share.make' : 'share.makeLive')}
      closeOnClickOutside={false}
    >
      <Stack>
        <div>
          <Text size="sm" fw={500}>
            {translate(range ? 'share.range' : 'share.camera')}
          </Text>
          <Text size="sm">{range ? `${range.beginTime} – ${range.endTime}` : camera.name}</Text>
        </div>
        <TextInput
          label={translate('share.name')}
          description={translate('share.nameHelp')}
          value={name}
          maxLength={64}
          error={wrong.name}
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
        <NumberInput
          label={translate('share.maxOpens')}
          description={translate('share.maxOpensHelp')}
          min={1}
          max={10_000}
          allowDecimal={false}
          value={maxOpens}
          error={wrong.maxOpens}
          onChange={(value) => setMaxOpens(typeof value === 'number' ? value : '')}
        />
        <PasswordInput
          label={translate('share.pin')}
          description={translate('share.pinOwnHelp')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          value={pin}
          error={wrong.pin}
          onChange={({ currentTarget }) => setPin(currentTarget.value.trim())}
        />
        <Switch
          label={translate('share.watermark')}
          checked={watermark}
          onChange={({ currentTarget }) => setWatermark(currentTarget.checked)}
        />
        <Switch
          label={translate('share.embeddable')}
          checked={embeddable}
          onChange={({ currentTarget }) => setEmbeddable(currentTarget.checked)}
        />
        <Text size="xs" c="dimmed">
          {translate('share.use')}
        </Text>
        <DialogButtons>
          <Button loading={isSending} disabled={name.trim() === ''} onClick={() => void create()}>
            {translate('share.create')}
          </Button>
        </DialogButtons>
      </Stack>
    </PageDialog>
  );
}

/** Civil times have seconds: the range is not made shorter. */
function wholeSeconds({ begin, end }: { readonly begin: number; readonly end: number }, zone: Zone) {
  return {
    beginTime: zone.text(Math.floor(begin / 1_000) * 1_000),
    endTime: zone.text(Math.ceil(end / 1_000) * 1_000),
  };
}
