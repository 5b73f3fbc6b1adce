import type { SourceSpec, StreamProfile } from '../../media/ports.ts';
import type { Sealer } from '../crypto/seal.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { badUrl, type CameraUrlCheck, type CameraUrlFault, type SourceInput } from './camera-input.ts';
import type { ChannelSource, Device, StoredSource } from './device.repository.ts';
import { endpointSealContext } from './source-slot.ts';

/** In place of the path, which may contain a login. */
const hiddenPath = '/…';
const shortened: CameraUrlFault = {
  code: 'url.hidden',
  message: 'the address is shortened: "…" stands for its path, which is not shown. Enter the whole address',
};

/** Converts between operator input, the stored form, and what the media plane connects to. */
export interface SourceSealing {
  /** Throws `camera.badUrl`, `camera.notScene`. */
  seal(
    scope: TenantScope,
    deviceId: string,
    channelNo: number,
    profile: StreamProfile,
    source: SourceInput,
  ): StoredSource;
  /** Throws `secret.unreadable`. */
  open(scope: TenantScope, device: Device, source: ChannelSource): SourceSpec;
}

export function sourceSealing(deps: {
  readonly sealer: Sealer;
  readonly checkUrl: CameraUrlCheck;
  readonly demoScenes: readonly string[];
}): SourceSealing {
  const { sealer, checkUrl, demoScenes } = deps;
  return {
    seal(scope, deviceId, channelNo, profile, source) {
      if (source.kind === 'demo') {
        if (!demoScenes.includes(source.scene)) throw operatorError('camera.notScene', { demoScenes });
        const label = `demo:${source.scene}`;
        return {
          profile,
          kind: 'demo',
          label,
          scene: source.scene,
          endpointSealed: null,
          hasPassword: false,
          transport: 'auto',
        };
      }
      // The label of a stored source: its path, often with a login, would be replaced by the ellipsis.
      if (source.url.includes(hiddenPath)) throw badUrl(profile, shortened);
      const checked = checkUrl(source.url);
      if (!checked.ok) throw badUrl(profile, checked.error);
      const endpoint = {
        url: checked.value.url,
        username: source.username ?? checked.value.username,
        password: source.password ?? checked.value.password,
      };
      return {
        profile,
        kind: 'rtsp',
        label: `${checked.value.label}${hiddenPath}`,
        scene: null,
        endpointSealed: sealer.seal(
          endpointSealContext(scope, deviceId, channelNo, profile),
          JSON.stringify(endpoint),
        ),
        hasPassword: endpoint.username !== '' || endpoint.password !== '',
        transport: source.transport ?? 'auto',
      };
    },

    open(scope, device, source) {
      const { profile, channelNo } = source;
      if (source.kind === 'demo') return { kind: 'demo', scene: source.scene ?? '', profile };
      const place = endpointSealContext(scope, device.id, channelNo, profile);
      const endpoint: { url: string; username: string; password: string } = JSON.parse(
        sealer.open(place, source.endpointSealed ?? ''),
      );
      const { transport } = source;
      return { kind: 'rtsp', ...endpoint, ...(transport === 'auto' ? {} : { transport }) };
    },
  };
}
