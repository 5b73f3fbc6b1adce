'use client';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { usePageText } from '../../text/use-page-text.ts';
import { useCameraStatus } from './camera-data.ts';

const tones = { live: 'green', starting: 'blue', retrying: 'red' } as const;

/** What of one camera runs now, in its details. */
export function RunningStreams({ id }: { readonly id: string }) {
  const say = usePageText();
  const { data = [] } = useCameraStatus([id]);
  return (
    <Stack gap="xs" mt="md" component="section" aria-label={say('pages.running')}>
      <Text component="h3" size="sm" fw={600}>
        {say('pages.running')}
      </Text>
      {data.length === 0 && (
        <Text size="sm" c="dimmed">
          {say('pages.idle')}
        </Text>
      )}
      {data.map(({ profile, video, state, viewers, bitrateKbps, since, carries, error }) => (
        <div key={`${profile}${video}`}>
          <Group gap="xs">
            <Badge variant="light" color={tones[state]}>
              {say(`pages.stream_${state}`)}
            </Badge>
            <Text size="sm">
              {say(profile === 'main' ? 'pages.mainPicture' : 'pages.subPicture')} ·{' '}
              {say('pages.viewersOf', { count: viewers })}
              {bitrateKbps !== null && ` · ${bitrateKbps} kbit/s`}
            </Text>
          </Group>
          <Text size="xs" c="dimmed">
            {[carries, since && say('pages.updated', { time: since })].filter(Boolean).join(' · ')}
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
