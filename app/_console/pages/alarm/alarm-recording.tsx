'use client';
import { Text } from '@mantine/core';
import { alarmName } from '../../../../lib/contracts/admin/alarm-kind-options.ts';
import type { iotAlarm } from '../../../../lib/contracts/admin/resources/iot-alarm.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import type { AlarmKind } from '../../../../lib/kernel/alarm-kind.ts';
import { useLocale } from '../../text/use-locale.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { RecordingPlayer } from '../parts/recording-player.tsx';

/** The player with the recording of one alarm, from what precedes it to what follows it. */
export default function AlarmRecording({
  alarm: { id, channelId, cameraName, kind, name, startTime },
  onClose,
}: {
  readonly alarm: RowOf<typeof iotAlarm>;
  readonly onClose: () => void;
}) {
  const translate = usePageText();
  const locale = useLocale();
  const camera = cameraName ?? '';
  return (
    <PageDrawer size={880} onClose={onClose} title={translate('pages.alarm.recordingOf', { name: camera })}>
      <Text mb="sm">
        {alarmName(kind as AlarmKind, name ?? null, locale)} · {startTime}
      </Text>
      <RecordingPlayer
        key={id}
        camera={{ id: String(channelId), name: camera }}
        store="cloud"
        selection={`alarmId=${id}`}
        onClose={onClose}
      />
    </PageDrawer>
  );
}
