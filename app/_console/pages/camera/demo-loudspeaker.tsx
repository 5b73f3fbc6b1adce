'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import type { demoCameraAudio } from '../../../../lib/contracts/admin/calls/camera.calls.ts';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { demoLoudspeakerTexts } from '../../../../lib/i18n/console/demo-loudspeaker.ts';
import { api } from '../../api/request.ts';
import { useTranslations } from '../../text/use-translations.ts';

type Played = z.output<NonNullable<typeof demoCameraAudio.data>>;

/** What the loudspeaker of a demo camera has played: to listen to, and as a file. */
export default function DemoLoudspeaker({ camera }: { readonly camera: RowOf<typeof iotCamera> }) {
  const translate = useTranslations(demoLoudspeakerTexts);
  const { id, deviceSerial, channelNo } = camera;
  /** Undefined: not loaded. */
  const [played, setPlayed] = useState<Played | undefined>();
  const [isLoading, setLoading] = useState(false);
  const url = useAudioUrl(played?.content);

  async function load(): Promise<void> {
    setLoading(true);
    // The call shows its own failures.
    await api.get<Played>(`/iot/camera/${id}/playedAudio`).then(setPlayed, () => undefined);
    setLoading(false);
  }

  return (
    <Stack gap="xs" mt="md" component="section" aria-label={translate('demoLoudspeaker.title')}>
      <Text component="h3" size="sm" fw={600}>
        {translate('demoLoudspeaker.title')}
      </Text>
      <Text size="sm" c="dimmed">
        {translate('demoLoudspeaker.hint')}
      </Text>
      {played === null && <Text size="sm">{translate('demoLoudspeaker.none')}</Text>}
      {played && url && (
        <>
          <Text size="sm">
            {translate('demoLoudspeaker.upTo', { time: played.endTime, seconds: played.seconds })}
          </Text>
          {/* biome-ignore lint/a11y/useMediaCaption: what was said is not known as text */}
          <audio controls src={url} style={{ width: '100%' }} />
        </>
      )}
      <Group gap="xs">
        <Button size="xs" variant="default" loading={isLoading} onClick={() => void load()}>
          {translate(played === undefined ? 'demoLoudspeaker.load' : 'demoLoudspeaker.loadAgain')}
        </Button>
        {played && url && (
          <Button
            component="a"
            size="xs"
            variant="default"
            href={url}
            download={`${deviceSerial}-${channelNo}-${played.endTime.replace(/\D/g, '')}.wav`}
          >
            {translate('demoLoudspeaker.download')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** A WAV file in base64 as an address that is valid in this page. */
function useAudioUrl(content: string | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (content === undefined) return;
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    const made = URL.createObjectURL(new Blob([bytes], { type: 'audio/wav' }));
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [content]);
  return url;
}
