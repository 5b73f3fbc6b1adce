/** What the loudspeaker of a demo camera has played, for the console: shows that talk and voice messages arrive. */
import type { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { DemoAudio, VoiceAudio } from '../../media/talk-ports.ts';
import { channelFinder } from '../devices/channel-finder.ts';
import { deviceRepository } from '../devices/device.repository.ts';
import { refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';

export interface PlayedFile {
  /** A WAV file, base64. */
  readonly content: string;
  readonly seconds: number;
  /** When the last sample was played. */
  readonly endTime: string;
}

const notDemo: LocalText = {
  'zh-CN': '仅演示摄像头保留扬声器播放的声音',
  'en-US': 'Only demo cameras keep what their loudspeaker has played',
};

/**
 * Null: nothing was played since the server started. Throws 404 for a camera that the user may not see, U0200 for one
 * that is no demo camera.
 */
export function playedAudio(
  deps: ResourceDeps & {
    /** Of `iot.camera`. */
    readonly channels: ResourceService<typeof iotCamera>;
    readonly audio: Pick<VoiceAudio, 'write'>;
    readonly demoAudio: DemoAudio;
  },
): (call: CallContext, id: string) => Promise<PlayedFile | null> {
  const channelOf = channelFinder(deps.channels);
  const zoneOf = tenantZone(deps);
  return async (call, id) => {
    const { scope } = call.actor;
    const { serial: deviceSerial, channelNo, deviceId } = await channelOf(call, id);
    const sources = await deviceRepository(deps.database.db).listSources(scope, deviceId);
    if (!sources.some((source) => source.channelNo === channelNo && source.kind === 'demo')) {
      throw refused(notDemo);
    }
    const played = deps.demoAudio({ tenantId: scope.tenantId, deviceSerial, channelNo });
    if (!played) return null;
    const zone = await zoneOf(scope.tenantId);
    return {
      content: Buffer.from(deps.audio.write(played)).toString('base64'),
      seconds: Math.ceil(played.samples.length / played.rate),
      endTime: zone.text(played.endedAt),
    };
  };
}
