/** Wires talk. Start reading here: `talk-url.service.ts` issues tickets, `talk-gate.ts` accepts them. */
import type { OpenDatabase } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type {
  BackChannelInspector,
  IceServer,
  TalkDirectory as SourceOfTalk,
  Speech,
  TalkGate,
  TalkLeases,
  TalkLog,
  TalkPlane,
  VoiceAudio,
} from '../../media/talk-ports.ts';
import type { GrantRepository } from '../access/grant.repository.ts';
import { TalkTickets } from '../access/talk-ticket.ts';
import type { TicketLedger } from '../access/ticket-ledger.ts';
import { VoiceAddresses } from '../access/voice-address.ts';
import type { Entropy } from '../crypto/entropy.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import type { DeviceRepository } from '../devices/device.repository.ts';
import type { CameraUses } from '../devices/grant-watch.ts';
import type { TalkDirectory } from '../devices/talk-directory.ts';
import type { ProcessIdentity } from '../recordings/recorder-leases.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import { broadcasts } from './broadcasts.ts';
import { type Loudspeakers, loudspeakers } from './loudspeakers.ts';
import { talkGate } from './talk-gate.ts';
import { databaseTalkLeases, memoryTalkLeases } from './talk-leases.ts';
import { talkLog } from './talk-log.ts';
import { type TalkUrlService, talkUrlService } from './talk-url.service.ts';
import { type VoiceService, voiceService } from './voice.service.ts';
import { type Voices, voices } from './voices.ts';

/** How viewers reach the gateway, for `RTCPeerConnection`. */
export interface TalkNetwork {
  /** With credentials of the viewer, where a TURN server needs them. Empty: host candidates suffice. */
  iceServersFor(viewer: { readonly grantId: string; readonly now: EpochMs }): readonly IceServer[];
  /** Use relays only. */
  readonly isRelayOnly: boolean;
}

/** Functions of the media plane for voice messages. */
export interface VoiceMedia {
  readonly audio: VoiceAudio;
  readonly play: TalkPlane['play'];
  /** Absent: texts cannot be spoken. */
  readonly speech?: Speech | undefined;
}

export const directNetwork: TalkNetwork = { iceServersFor: () => [], isRelayOnly: false };

export interface Talk {
  readonly urls: TalkUrlService;
  readonly loudspeakers: Pick<Loudspeakers, 'of'>;
  readonly gate: TalkGate;
  readonly leases: TalkLeases;
  readonly sources: SourceOfTalk;
  readonly log: TalkLog;
  readonly voices: VoiceService;
  /** Files and names, for the console. */
  readonly savedVoices: Voices;
  /** Ends what a process that died has left in the log. Safe to call twice. */
  start(): Promise<void>;
  /** After the last talk has ended: resolves when it is logged. Safe to call twice. */
  close(): Promise<void>;
}

export function createTalk(deps: {
  readonly database: Pick<OpenDatabase, 'db' | 'engine' | 'changes'>;
  readonly keys: readonly SecretKey[];
  readonly ledger: TicketLedger;
  readonly devices: DeviceRepository;
  readonly uses: CameraUses;
  readonly directory: TalkDirectory;
  readonly inspect?: BackChannelInspector | undefined;
  readonly grants: GrantRepository;
  readonly media: VoiceMedia;
  readonly process: ProcessIdentity;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Logger;
}): Talk {
  const { database, clock, entropy, ledger, directory } = deps;
  const { db } = database;
  const tickets = new TalkTickets(deps.keys, entropy);
  const speakers = loudspeakers(deps);
  const leases = database.engine === 'postgres' ? databaseTalkLeases({ ...deps, db }) : memoryTalkLeases();
  const ofBroadcasts = broadcasts({ db, clock });
  const log = talkLog(deps);
  const closed = new AbortController();
  const savedVoices = voices({ db, audio: deps.media.audio });
  return {
    urls: talkUrlService({ tickets, leases, clock, broadcasts: ofBroadcasts, loudspeakers: speakers }),
    loudspeakers: speakers,
    gate: talkGate({ ...deps, tickets, ledger, broadcasts: ofBroadcasts }),
    leases,
    sources: {
      async find({ tenantId, deviceSerial, channelNo }) {
        const scope = tenantScope(tenantId);
        const state = await directory.find(scope, deviceSerial, channelNo);
        if (!state || state.setting === 'off') return null;
        return directory.source(scope, deviceSerial, channelNo);
      },
    },
    log,
    savedVoices,
    voices: voiceService({
      ...{ ...deps, ...deps.media, speech: deps.media.speech ?? null, voices: savedVoices },
      ...{ addresses: new VoiceAddresses(deps.keys), loudspeakers: speakers, signal: closed.signal },
    }),
    start: () => log.start(),
    async close() {
      closed.abort();
      log.stop();
      speakers.stop();
      leases.stop();
      await log.written();
    },
  };
}
