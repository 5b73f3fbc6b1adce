/** The open-platform calls, which `lib/http/lapp-calls.ts` serves. */
import type { TokenService } from '../access/token.service.ts';
import {
  coveredChannels,
  type DeviceAccess,
  type Doors,
  openChannel,
  openDevice,
} from '../devices/device-access.ts';
import type { PresenceOf } from '../devices/device-info.ts';
import { presenceFrom } from '../devices/presence.ts';
import { type LiveUrlService, liveUrlService } from '../live/live-url.service.ts';
import type { PtzService } from '../ptz/ptz.service.ts';
import { recordedStores } from '../recordings/recorded-stores.ts';
import type { VideoService } from '../recordings/video.service.ts';
import type { Statistics } from '../statistics/create-statistics.ts';
import { withCountedRefusals } from '../statistics/refused-addresses.ts';
import { directNetwork, type Talk, type TalkNetwork } from '../talk/create-talk.ts';
import type { ThemeService } from '../themes/theme.service.ts';
import type { ThemeUses } from '../themes/theme-uses.ts';
import type { AccessParts } from './access.ts';
import type { AlarmParts } from './alarms.ts';
import type { CameraParts } from './cameras.ts';
import type { Core } from './core.ts';
import type { RecordingDeps, RecordingParts } from './recordings.ts';
import type { StreamDeps } from './streams.ts';
import type { TalkDeps, TalkParts } from './talk.ts';
import type { ThemeParts } from './themes.ts';

type AlarmCalls = AlarmParts['lapp'];

export interface LappServices extends AlarmCalls, Doors {
  readonly tokens: Pick<TokenService, 'get'>;
  readonly liveUrls: LiveUrlService;
  readonly videos: VideoService;
  readonly presenceOf: PresenceOf;
  readonly ptz: PtzService;
  readonly talk: Pick<Talk, 'urls' | 'loudspeakers'> & { readonly network: TalkNetwork };
  readonly voices: Talk['voices'];
  readonly themes: Pick<ThemeService, 'published'>;
  readonly themeUses: Pick<ThemeUses, 'count'>;
  /** The numbers of the device's channels that the token covers. */
  coveredChannels(access: DeviceAccess): Promise<readonly number[]>;
}

interface Parts {
  readonly access: AccessParts;
  readonly cameras: CameraParts;
  readonly recordings: RecordingParts;
  readonly alarms: AlarmParts;
  readonly talk: TalkParts;
  readonly themes: ThemeParts;
  readonly statistics: Statistics;
}

export function wireLapp(
  core: Core,
  deps: RecordingDeps & StreamDeps & TalkDeps,
  { access, cameras, recordings, alarms, talk: { talk }, themes, statistics }: Parts,
): LappServices {
  const { db, clock, sealer, zoneOf } = core;
  const { tokens, tickets, playbackTickets, playlistAddresses, codes } = access;
  const { devices, mediaKeys, ptz } = cameras;
  const { deviceStoreOf, videos } = recordings;
  const liveUrls = liveUrlService({
    ...{ devices, sealer, mediaKeys, tickets, playbackTickets, playlistAddresses, codes, clock, zoneOf },
    ...{ deviceStoreOf, recordedStores: recordedStores(db), timesOfAlarm: alarms.timesOf },
    recordedKeys: deps.recordedKeys ?? { has: async () => false },
  });
  return {
    ...alarms.lapp,
    ...themes,
    tokens,
    liveUrls: withCountedRefusals(liveUrls, statistics.views),
    videos,
    presenceOf: presenceFrom(deps.streams),
    ptz,
    voices: talk.voices,
    talk: { ...talk, network: deps.talkNetwork ?? directNetwork },
    authenticate: (accessToken) => tokens.authenticate(accessToken),
    coveredChannels: (opened) => coveredChannels(devices, opened),
    openDevice: (viewer, capability, serial) => openDevice(devices, viewer, capability, serial),
    openChannel: (viewer, capability, serial, channelNo) =>
      openChannel(devices, viewer, capability, serial, channelNo),
  };
}
