import { deviceCapacity } from '../contracts/lapp/device-capacity.call.ts';
import { deviceInfo } from '../contracts/lapp/device-info.call.ts';
import { liveUrl } from '../contracts/lapp/live-url.call.ts';
import { ptzStart, ptzStop } from '../contracts/lapp/ptz.call.ts';
import { tokenGet } from '../contracts/lapp/token-get.call.ts';
import type { LappServices } from '../domain/create-domain.ts';
import { deviceCapacity as capacityOf, deviceFacts } from '../domain/devices/device-facts.ts';
import { lappError } from '../domain/errors/lapp-errors.ts';
import { FailureLimiter } from '../domain/limits/failure-limiter.ts';
import { AppError } from '../kernel/app-error.ts';
import type { Clock } from '../kernel/clock.ts';
import {
  bindAddressCall,
  bindApplicationCall,
  bindChannelCall,
  bindDeviceCall,
  type CallContext,
  type LappRoute,
} from './lapp-route.ts';

/**
 * Secrets cannot be guessed (256 bits); the limits tell a caller that something is wrong and keep guessing
 * from looking worth while. They hold up wrong secrets only: whoever shows the right one gets in, however
 * many wrong ones came from the same address (a hash costs us less than an integrator that is locked out).
 */
const perAddress = { failures: 60, windowMs: 15 * 60_000 };
const perAddressAndKey = { failures: 10, windowMs: 15 * 60_000 };

/** Enough of a key to know it again; a caller may have put its secret there by mistake. */
const loggedKeyLength = 8;

/** Every open-platform call that is served, each under the policy of its contract. */
export function lappRoutes(services: LappServices, clock: Clock): readonly LappRoute[] {
  const guessesByAddress = new FailureLimiter(perAddress, clock);
  const guessesByKey = new FailureLimiter(perAddressAndKey, clock);

  async function limited<Value>(
    appKey: string,
    { clientAddress }: CallContext,
    attempt: () => Promise<Value>,
  ): Promise<Value> {
    const name = JSON.stringify([clientAddress, appKey]);
    const retryAfterMs = Math.max(guessesByAddress.waitMs(clientAddress), guessesByKey.waitMs(name));
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof AppError) || !['10017', '10030'].includes(error.code)) throw error;
      if (retryAfterMs > 0) {
        throw lappError('10029', { retryAfterMs, appKey: appKey.slice(0, loggedKeyLength) });
      }
      guessesByAddress.failed(clientAddress);
      guessesByKey.failed(name);
      throw error;
    }
  }

  return [
    bindApplicationCall(tokenGet, ({ appKey, appSecret, ...request }, context) =>
      limited(appKey, context, () => services.tokens.get(appKey, appSecret, request)),
    ),
    bindDeviceCall(services, deviceInfo, async (_form, access) => deviceFacts(access, services.presenceOf)),
    bindDeviceCall(services, deviceCapacity, async ({ channelNo }, access) => {
      const covered = await services.coveredChannels(access);
      const asked = covered.filter((number) => channelNo === undefined || number === channelNo);
      return capacityOf(access, asked, services.ptz.axesOf);
    }),
    bindChannelCall(services, ptzStart, ({ direction, speed, viewer }, access, { clientAddress }) =>
      services.ptz.start(access, { direction, speed }, { clientAddress, viewer }),
    ),
    bindChannelCall(services, ptzStop, ({ viewer }, access, { clientAddress }) =>
      services.ptz.stop(access, { clientAddress, viewer }),
    ),
    bindAddressCall(services, liveUrl, async (address, access, { publicOrigin, clientAddress }) => {
      const { path, ticket } = await services.liveUrls.open(access, address, clientAddress);
      const { expiresAt } = access.viewer.grant;
      const expireInMs = Math.max(0, expiresAt - clock.now());
      return { url: `${publicOrigin}${path}`, token: ticket, expireTime: expiresAt, expireInMs };
    }),
  ];
}
