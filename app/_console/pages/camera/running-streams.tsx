'use client';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { usePageText } from '../../text/use-page-text.ts';
import { useCameraStatus } from './camera-data.ts';

const tones = { live: 'green', starting: 'blue', retrying: 'red' } as const;

/** Running streams of a camera, in its details. */
export function RunningStreams({ id }: { readonly id: string }) {
  const translate = usePageText();
  const { data = [] } = useCameraStatus([id]);
  return (
    <Stack gap="xs" mt="md" component="section" aria-label={translate('pages.running')}>
      <Text component="h3" size="sm" fw={600}>
        {translate('pages.running')}
      </Text>
      {data.length === 0 && (
        <Text size="sm" c="dimmed">
          {translate('pages.idle')}
        </Text>
      )}
      {data.map(({ profile, video, state, viewers, bitrateKbps, since, carries, error }) => (
        <div key={`${profile}${video}`}>
          <Group gap="xs">
            <Badge variant="light" color={tones[state]}>
              {translate(`pages.stream_${state}`)}
            </Badge>
            <Text size="sm">
              {translate(profile === 'main' ? 'pages.mainPicture' : 'pages.subPicture')} ·{' '}
              {translate('pages.viewersOf', { count: viewers })}
              {bitrateKbps !== null && ` · ${bitrateKbps} kbit/s`}
            </Text>
          </Group>
          <Text size="xs" c="dimmed">
            {[carries, since && translate('pages.updated', { time: since })].filter(Boolean).join(' · ')}
          </Text>
          {error && (
            <Text size="sm" c="red">
              {error.title}: {error.message}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}
