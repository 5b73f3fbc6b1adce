import type { Db } from '../../db/client.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { PtzSpec } from '../../media/ports.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { type Device, deviceRepository } from './device.repository.ts';
import { type Axes, type ChannelPtz, ptzRepository } from './ptz.repository.ts';
import { type PtzSealing, ptzSpec } from './ptz-sealing.ts';

export type { Axes } from './ptz.repository.ts';

/** The PTZ endpoints of the channels. Demo cameras always have one, others if an operator entered an ONVIF address. */
export interface PtzDirectory {
  /** Decrypted. Rejects with `ptz.unsupported` when there is none or the camera is disabled. */
  find(scope: TenantScope, serial: string, channelNo: number): Promise<PtzSpec>;
  /** For an operator's check, also of a disabled camera; null: none. Throws `camera.notFound`. */
  findForCheck(scope: TenantScope, serial: string, channelNo: number): Promise<PtzSpec | null>;
  /** Null: the channel has no PTZ. `axes` null: the camera has never answered. */
  lastKnown(
    scope: TenantScope,
    serial: string,
    channelNo: number,
  ): Promise<{ readonly axes: Axes | null } | null>;
  remember(scope: TenantScope, serial: string, channelNo: number, axes: Axes): Promise<void>;
}

export function ptzDirectory(deps: { readonly db: Db; readonly ptzLinks: PtzSealing }): PtzDirectory {
  const { db, ptzLinks } = deps;
  const devices = deviceRepository(db);
  const stored = ptzRepository(db);

  type Found = { readonly device: Device; readonly ptz: ChannelPtz | 'demo' | null };

  async function find(scope: TenantScope, serial: string, channelNo: number): Promise<Found | null> {
    const device = await devices.findDevice(scope, serial);
    if (!device) return null;
    const own = (await stored.list(scope, device.id)).find((ptz) => ptz.channelNo === channelNo);
    if (own) return { device, ptz: own };
    const sources = await devices.listSources(scope, device.id);
    const main = sources.find((source) => source.channelNo === channelNo && source.profile === 'main');
    const isDemo = main?.kind === 'demo';
    return { device, ptz: isDemo ? 'demo' : null };
  }

  function specOf(scope: TenantScope, channelNo: number, { device, ptz }: Found): PtzSpec | null {
    if (ptz === null) return null;
    if (ptz === 'demo') return { kind: 'demo', deviceSerial: device.serial, channelNo };
    return ptzSpec(ptzLinks.open(scope, device, ptz), channelNo);
  }

  return {
    async find(scope, serial, channelNo) {
      const enabled = await devices.enabledChannels(scope, [serial]);
      const found = enabled.get(serial)?.has(channelNo) ? await find(scope, serial, channelNo) : null;
      const spec = found && specOf(scope, channelNo, found);
      if (!spec) throw new AppError('ptz.unsupported', 'The camera has no PTZ');
      return spec;
    },

    async findForCheck(scope, serial, channelNo) {
      const found = await find(scope, serial, channelNo);
      if (!found) throw operatorError('camera.notFound', { serial, channelNo });
      return specOf(scope, channelNo, found);
    },

    async lastKnown(scope, serial, channelNo) {
      const ptz = (await find(scope, serial, channelNo))?.ptz ?? null;
      if (ptz === null) return null;
      return { axes: ptz === 'demo' ? null : ptz.axes };
    },

    async remember(scope, serial, channelNo, axes) {
      const found = await find(scope, serial, channelNo);
      if (!found || found.ptz === null || found.ptz === 'demo') return;
      const before = found.ptz.axes;
      if (before?.pan === axes.pan && before.tilt === axes.tilt) return;
      const channels = await devices.listChannels(scope, found.device.id);
      const channel = channels.find(({ number }) => number === channelNo);
      if (channel) await stored.setAxes(scope, channel.id, axes);
    },
  };
}
