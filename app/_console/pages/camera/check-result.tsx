'use client';
import { Alert, List, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { usePageText } from '../../text/use-page-text.ts';
import type { CameraCheck } from './camera-data.ts';

/** Result of a connection check: the stream received, or the cause of the failure and advice. */
export function CheckResult({
  check,
  isChecking,
}: {
  readonly check: CameraCheck | undefined;
  readonly isChecking: boolean;
}) {
  const translate = usePageText();
  if (isChecking) {
    return (
      <Text size="sm" role="status">
        <Loader size="xs" mr="xs" />
        {translate('pages.checking')}
      </Text>
    );
  }
  if (!check) return null;
  return (
    <Stack gap="sm" role="status">
      {check.profiles.map(({ profile, ok, message, advice, video, audio, transport, firstFrameMs }) => (
        <Alert
          key={profile}
          color={ok ? 'green' : 'red'}
          icon={ok ? <IconCircleCheck /> : <IconAlertTriangle />}
          title={translate('common.pair', {
            name: translate(profile === 'main' ? 'pages.mainStream' : 'pages.subStream'),
            value: translate(ok ? 'pages.cameraResponds' : 'pages.cameraFails'),
          })}
        >
          {message && <Text size="sm">{message}</Text>}
          {video && (
            <Text size="sm">
              {[
                `${video.codec} ${video.width}×${video.height}`,
                video.fps !== null && `${Math.round(video.fps)} fps`,
                `${video.bitrateKbps} kbit/s`,
                transport &&
                  (transport === 'multicast'
                    ? translate('pages.transportMulticast')
                    : transport.toUpperCase()),
                audio && `${audio.codec} ${audio.sampleRate / 1_000} kHz`,
                firstFrameMs !== null && translate('pages.firstFrame', { ms: Math.round(firstFrameMs) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          )}
          {advice.length > 0 && (
            <List size="sm" mt="xs">
              {advice.map(({ code, message: text }) => (
                <List.Item key={code}>{text}</List.Item>
              ))}
            </List>
          )}
        </Alert>
      ))}
      {check.onvif && (
        <Alert
          color={check.onvif.ok ? 'green' : 'red'}
          icon={check.onvif.ok ? <IconCircleCheck /> : <IconAlertTriangle />}
          title={translate('pages.ptz')}
        >
          <Text size="sm">
            {check.onvif.message ??
              (check.onvif.pan || check.onvif.tilt
                ? translate('pages.canTurn')
                : translate('pages.cameraResponds'))}
          </Text>
        </Alert>
      )}
      {check.recordings && (
        <Alert
          color={check.recordings.ok ? 'green' : 'gray'}
          icon={check.recordings.ok ? <IconCircleCheck /> : <IconInfoCircle />}
          title={translate('pages.recordingsInCamera')}
        >
          <Text size="sm">{check.recordings.message}</Text>
        </Alert>
      )}
      {check.talk && (
        <Alert
          color={check.talk.ok ? 'green' : 'gray'}
          icon={check.talk.ok ? <IconCircleCheck /> : <IconInfoCircle />}
          title={translate('pages.loudspeaker')}
        >
          <Text size="sm">{check.talk.message}</Text>
        </Alert>
      )}
    </Stack>
  );
}
