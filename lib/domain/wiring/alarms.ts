/** Alarms: how they come in, are watched for, and are sent to webhooks. */
import type { AlarmDirectory, AlarmSink, WebhookPost } from '../../media/ports.ts';
import { type AlarmService, alarmService } from '../alarms/alarm.service.ts';
import { alarmDirectory } from '../alarms/alarm-directory.ts';
import { alarmList } from '../alarms/alarm-list.ts';
import { type AlarmPictures, alarmPictures } from '../alarms/alarm-pictures.ts';
import { alarmRecording, alarmTimes } from '../alarms/alarm-recording.ts';
import { alarmReports } from '../alarms/alarm-reports.ts';
import { alarmTokens } from '../alarms/alarm-token.service.ts';
import { alarmTriggers } from '../alarms/alarm-triggers.ts';
import { PictureAddresses } from '../alarms/picture-address.ts';
import { sentPictures } from '../alarms/sent-pictures.ts';
import { webhookSender } from '../alarms/webhook-sender.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import type { CameraParts } from './cameras.ts';
import type { Core } from './core.ts';
import type { RecordingParts } from './recordings.ts';

export interface AlarmDeps {
  /** Absent: alarms wait for a process that sends them to webhooks. */
  readonly postWebhook?: WebhookPost;
  /** Origin as other systems see this server. Absent: webhooks receive paths. */
  readonly publicOrigin?: string;
}

/** For the media plane, which watches for alarms and acts on them. */
export interface DomainAlarms extends Pick<AlarmService, 'onRaised'> {
  /** Of alarms of all processes. */
  readonly onTriggered: ReturnType<typeof alarmTriggers>;
  readonly pictures: Pick<AlarmPictures, 'takeWith'>;
  readonly directory: AlarmDirectory;
  readonly sink: AlarmSink;
}

export type AlarmParts = ReturnType<typeof wireAlarms>;

export function wireAlarms(
  core: Core,
  { postWebhook, publicOrigin = '' }: AlarmDeps,
  { ptzDirectory }: CameraParts,
  { videos }: RecordingParts,
) {
  const { db, clock, sealer } = core;
  const log = core.logOf('alarms');
  const alarms = alarmService({ ...core, log });
  const pictures = alarmPictures({ ...core, alarms, log });
  const directory = alarmDirectory({ ...core, ptzDirectory, leases: core.leases(), log });
  const addresses = new PictureAddresses(core.secrets.mediaKeys);
  const timesOf = alarmTimes({ db });
  const webhooks =
    postWebhook &&
    webhookSender({
      ...{ db, clock, sealer, post: postWebhook },
      pictureUrl: (subject) => `${publicOrigin}/alarm-picture/${addresses.issue(subject, clock.now())}.mp4`,
      log: core.logOf('webhooks'),
    });
  return {
    pictures,
    timesOf,
    /** Of the open-platform calls. */
    lapp: {
      alarmReports: alarmReports({ db, clock, tokens: alarmTokens({ db, clock }), alarms }),
      listAlarms: alarmList({ db, clock }),
      recordingOfAlarm: alarmRecording({ timesOf, videos }),
      sentPictures: sentPictures({ db, clock, addresses, pictures }),
    },
    media: {
      ...alarms,
      onTriggered: alarmTriggers(core),
      pictures,
      directory,
      async sink({ tenantId, ...sighting }) {
        await alarms.raise(tenantScope(tenantId), sighting);
      },
    } satisfies DomainAlarms,
    stopWatching: () => directory.stop(),
    stopSending: () => webhooks?.stop(),
  };
}
