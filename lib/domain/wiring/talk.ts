/** Two-way audio and voice messages. */
import type { BackChannelInspector, DemoAudio } from '../../media/talk-ports.ts';
import { talkDirectory } from '../devices/talk-directory.ts';
import { createTalk, type TalkNetwork, type VoiceMedia } from '../talk/create-talk.ts';
import type { AccessParts } from './access.ts';
import type { CameraParts } from './cameras.ts';
import type { Core } from './core.ts';

export interface TalkDeps {
  /** Absent: RTSP cameras cannot be asked whether they can be talked to. */
  readonly inspectBackChannel?: BackChannelInspector;
  readonly voiceMedia: VoiceMedia;
  readonly demoAudio: DemoAudio;
  /** Absent: viewers and gateway reach each other directly. */
  readonly talkNetwork?: TalkNetwork;
}

export type TalkParts = ReturnType<typeof wireTalk>;

export function wireTalk(
  core: Core,
  { inspectBackChannel, voiceMedia }: TalkDeps,
  { ledger, grants }: AccessParts,
  { devices, uses, cameras }: CameraParts,
) {
  const directory = talkDirectory({ db: core.db, cameras });
  const talk = createTalk({
    ...{ database: core.database, clock: core.clock, entropy: core.entropy, process: core.process },
    ...{ keys: core.secrets.mediaKeys, ledger, grants, devices, uses, directory },
    inspect: inspectBackChannel,
    media: voiceMedia,
    log: core.logOf('talk'),
  });
  return { talk, talkDirectory: directory };
}
