import { AppError } from '../../kernel/app-error.ts';
import type { ViewCounter } from '../../media/ports.ts';
import type { ChannelAccess } from '../devices/device-access.ts';
import { isLappCode } from '../errors/lapp-errors.ts';
import type { LiveUrlService } from '../live/live-url.service.ts';

/** An invalid address, and the question for the verification code: no failures of a camera. */
const noFailures: ReadonlySet<string> = new Set(['10001', '400035']);

/**
 * Counts the refusals of a player that may use the camera: it has none of the streams, or the verification code is wrong.
 */
export function withCountedRefusals(
  service: LiveUrlService,
  views: Pick<ViewCounter, 'failed'>,
): LiveUrlService {
  const counted =
    <Result>(open: (...call: Parameters<LiveUrlService['open']>) => Promise<Result>) =>
    (...call: Parameters<LiveUrlService['open']>): Promise<Result> =>
      open(...call).catch((error: unknown) => {
        const [access, { mode }] = call;
        if (error instanceof AppError && isLappCode(error.code) && !noFailures.has(error.code))
          views.failed(cameraOf(access), mode === 'live' ? 'live' : 'recorded', error.code);
        throw error;
      });
  return { open: counted(service.open), openPlaylist: counted(service.openPlaylist) };
}

const cameraOf = ({ viewer, device, channel }: ChannelAccess) => ({
  tenantId: viewer.scope.tenantId,
  deviceSerial: device.serial,
  channelNo: channel.number,
  applicationId: viewer.grant.applicationId,
});
