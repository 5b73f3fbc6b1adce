import type { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceService } from '../resource/resource-service.ts';

export interface FoundChannel {
  readonly id: string;
  readonly deviceId: string;
  readonly serial: string;
  readonly channelNo: number;
  readonly name: string;
  /** The channel is enabled; its device may still be disabled. */
  readonly isOn: boolean;
}

/** Finds a channel within the caller's data scope. Throws 404. `channels`: the resource `iot.camera`. */
export function channelFinder(channels: Pick<ResourceService<typeof iotCamera>, 'get'>) {
  return async (call: CallContext, id: string): Promise<FoundChannel> => {
    const row = await channels.get(call, id);
    return {
      id,
      deviceId: row.deviceId,
      serial: row.deviceSerial ?? '',
      channelNo: row.channelNo,
      name: row.name,
      isOn: row.status === '0',
    };
  };
}
