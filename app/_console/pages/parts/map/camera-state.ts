import type { iotCamera } from '../../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { RowOf } from '../../../../../lib/contracts/admin/row-types.ts';

export type CameraState = 'online' | 'offline' | 'never' | 'disabled';

/** What a mark shows of a camera. */
export function stateOf({ onlineStatus, status }: States): CameraState {
  if (status === '1') return 'disabled';
  if (onlineStatus === '1') return 'online';
  return onlineStatus === '2' ? 'offline' : 'never';
}

type States = { readonly [Field in 'onlineStatus' | 'status']?: RowOf<typeof iotCamera>[Field] | undefined };
