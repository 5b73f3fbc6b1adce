'use client';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { usePageText } from '../../text/use-page-text.ts';
import { type CameraStatus, useCameraStatus } from './camera-data.ts';

type RunningStream = CameraStatus[number];

/** The running streams of one camera, with their outputs. */
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
      {data.map((stream) => (
        <StreamRow key={stream.profile} stream={stream} />
      ))}
    </Stack>
  );
}

function StreamRow({ stream }: { readonly stream: RunningStream }) {
  const translate = usePageText();
  const { profile, state, viewers, bitrateKbps, since, carries, error, conversion } = stream;
  return (
    <div>
      <Group gap="xs">
        <StateBadge state={state} />
        <Text size="sm">
          {translate(profile === 'main' ? 'pages.mainStream' : 'pages.subStream')} ·{' '}
          {translate('pages.viewersOf', { count: viewers })}
          {bitrateKbps !== null && ` · ${bitrateKbps} kbit/s`}
        </Text>
      </Group>
      <Text size="xs" c="dimmed">
        {[carries, since && translate('pages.updated', { time: since })].filter(Boolean).join(' · ')}
      </Text>
      <StreamError error={error} />
      {conversion && (
        <Stack component="ul" gap={4} m={0} ps="md">
          <Text component="li" size="sm">
            {translate('pages.asSent')} ·{' '}
            {translate('pages.viewersOf', { count: viewers - conversion.viewers })}
          </Text>
          <Text component="li" size="sm">
            {translate('pages.converted')} · {translate('pages.viewersOf', { count: conversion.viewers })}{' '}
            <StateBadge state={conversion.state} />
            <StreamError error={conversion.error} />
          </Text>
        </Stack>
      )}
    </div>
  );
}

const tones = { live: 'green', starting: 'blue', retrying: 'red' } as const;

function StateBadge({ state }: Pick<RunningStream, 'state'>) {
  const translate = usePageText();
  return (
    <Badge component="span" variant="light" color={tones[state]}>
      {translate(`pages.stream_${state}`)}
    </Badge>
  );
}

function StreamError({ error }: Pick<RunningStream, 'error'>) {
  if (!error) return null;
  return (
    <Text component="span" display="block" size="sm" c="red">
      {error.title}: {error.message}
    </Text>
  );
}
