/**
 * PTZ for viewers: which viewer controls a channel, for how long, and the camera's response. Start reading here;
 * `ptz-control.ts` is one channel, `ptz-link.ts` the connection to its camera.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import { within } from '../../kernel/within.ts';
import type { PtzOpener } from '../../media/ports.ts';
import type { TokenService } from '../access/token.service.ts';
import type { CameraService } from '../devices/camera.service.ts';
import type { CameraChange } from '../devices/camera-change.ts';
import type { ChannelAccess } from '../devices/device-access.ts';
import type { Axes, PtzDirectory } from '../devices/ptz-directory.ts';
import { lappError } from '../errors/lapp-errors.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import { type Holder, PtzControl, type PtzMove } from './ptz-control.ts';
import { limitCode, ptzError } from './ptz-errors.ts';
import { PtzLink } from './ptz-link.ts';

export interface PtzCaller {
  readonly clientAddress: string;
  /** Id of the calling player; distinguishes viewers that share a token. */
  readonly viewer?: string | undefined;
}

export interface PtzService {
  /**
   * Moves the channel for a second. Throws 60002 to 60005 (limits), 60000 (no motion on that axis), 3860009 (PTZ is in
   * use by another viewer), 20007, 60006 (the camera failed), 10029 (too many starts).
   */
  start(access: ChannelAccess, move: PtzMove, caller: PtzCaller): Promise<void>;
  /** Ends this caller's motion. Throws 20007, 60006 when the stop command failed (it is retried). */
  stop(access: ChannelAccess, caller: PtzCaller): Promise<void>;
  /** The axes of the channel: queried from the camera for at most a second, otherwise the last known ones. */
  axesOf(scope: TenantScope, serial: string, channelNo: number): Promise<Axes>;
  /** Stops all moving cameras, within `closeMs`. Later starts are rejected. Safe to call twice. */
  close(): Promise<void>;
}

/** Each start counts. A held button sends 2.5 per second. */
const starts: FailureLimit = { kind: 'start', maxFailures: 100, windowMs: 10_000 };
const queryAxesMs: Ms = 1_000;
const axesStayFreshMs: Ms = 10 * 60_000;
/** A connection that has not been used for this long is closed. */
const idleMs: Ms = 5 * 60_000;
const closeMs: Ms = 2_000;

const noAxes: Axes = { pan: false, tilt: false };

interface Entry {
  readonly control: PtzControl;
  readonly link: PtzLink;
  /** Monotonic. */
  usedAt: Ms;
  axes: { readonly value: Axes; readonly until: Ms } | null;
}

export function ptzService(deps: {
  readonly openPtz: PtzOpener;
  readonly ptzLinks: PtzDirectory;
  readonly cameras: Pick<CameraService, 'onPtzChanged'>;
  readonly tokens: Pick<TokenService, 'onRevoked'>;
  readonly clock: Clock;
  readonly log: Logger;
}): PtzService {
  const { openPtz, ptzLinks, cameras, tokens, clock, log } = deps;
  const entries = new Map<string, Entry>();
  const limiter = new MemoryFailureLimiter(clock);
  let isClosed = false;

  function entryOf(channel: CameraChange): Entry {
    const name = nameOf(channel);
    const known = entries.get(name);
    if (known) {
      known.usedAt = clock.monotonic();
      return known;
    }
    const { tenantId, deviceSerial, channelNo } = channel;
    const scope = tenantScope(tenantId);
    const find = () => ptzLinks.find(scope, deviceSerial, channelNo);
    const link = new PtzLink(find, openPtz, { clock });
    const where = { serial: deviceSerial, channelNo, tenantId };
    const who = ({ grantId, clientAddress }: Holder) => ({ ...where, grantId, clientAddress });
    const control = new PtzControl({
      link,
      clock,
      events: {
        started: (holder, move) => log.info({ ...who(holder), ...move }, 'PTZ: start'),
        limit: (holder, move) => log.info({ ...who(holder), ...move }, 'PTZ: limit reached'),
        ended: (holder, reason) => log.info({ ...who(holder), reason }, 'PTZ: stop'),
        stopFailed: (err, isLast) => log.error({ ...where, err, isLast }, 'PTZ: the stop command failed'),
      },
    });
    const entry: Entry = { control, link, usedAt: clock.monotonic(), axes: null };
    entries.set(name, entry);
    return entry;
  }

  function forget(entry: Entry | undefined): void {
    if (!entry) return;
    entry.axes = null;
    void entry.control.release('changed');
  }

  const cancels = [
    tokens.onRevoked((grantId) => {
      for (const { control } of entries.values()) {
        void control.drop('revoked', (holder) => holder.grantId === grantId);
      }
    }),
    cameras.onPtzChanged(
      (change) => forget(entries.get(nameOf(change))),
      () => {
        for (const entry of entries.values()) forget(entry);
      },
    ),
    clock.every(idleMs / 5, () => {
      for (const [name, { control, usedAt }] of entries) {
        if (!control.isAtRest || clock.monotonic() - usedAt < idleMs) continue;
        entries.delete(name);
        void control.release('released');
      }
    }),
  ];

  /** Throws 10029. */
  function count(channel: CameraChange, { grantId }: Holder): void {
    const retryAfterMs = limiter.count([[starts, JSON.stringify([nameOf(channel), grantId])]]);
    if (retryAfterMs > 0) throw lappError('10029', { retryAfterMs, serial: channel.deviceSerial });
  }

  async function inspect(scope: TenantScope, serial: string, channelNo: number): Promise<Axes> {
    const entry = entryOf({ tenantId: scope.tenantId, deviceSerial: serial, channelNo });
    const { axes } = await entry.link.get();
    entry.axes = { value: axes, until: clock.monotonic() + axesStayFreshMs };
    await ptzLinks.remember(scope, serial, channelNo, axes);
    return axes;
  }

  return {
    async start(access, move, caller) {
      if (isClosed) throw lappError('60006', { reason: 'the server is stopping' });
      const channel = channelOf(access);
      const holder = holderOf(access, caller);
      const { control } = entryOf(channel);
      // Pages share one token among many viewers: starts that are rejected anyway do not count towards the limit.
      if (!control.isControlledByOther(holder)) count(channel, holder);
      const { outcome, direction } = await control.start(holder, move).catch((error: unknown) => {
        throw ptzError(error, channel);
      });
      if (outcome === 'limit') throw lappError(limitCode[direction], { serial: channel.deviceSerial });
    },

    async stop(access, caller) {
      const channel = channelOf(access);
      const entry = entries.get(nameOf(channel));
      await entry?.control.stop(holderOf(access, caller)).catch((error: unknown) => {
        throw ptzError(error, channel);
      });
    },

    async axesOf(scope, serial, channelNo) {
      const known = entries.get(nameOf({ tenantId: scope.tenantId, deviceSerial: serial, channelNo }))?.axes;
      if (known && clock.monotonic() < known.until) return known.value;
      const last = await ptzLinks.lastKnown(scope, serial, channelNo);
      if (last === null || isClosed) return noAxes;
      const found = inspect(scope, serial, channelNo);
      return within(
        clock,
        queryAxesMs,
        found.catch((): null => null),
        null,
      ).then((axes) => axes ?? last.axes ?? noAxes);
    },

    async close() {
      if (isClosed) return;
      isClosed = true;
      for (const cancel of cancels) cancel();
      const closing = Promise.all([...entries.values()].map(({ control }) => control.close()));
      await within(
        clock,
        closeMs,
        closing.then(() => {}),
        undefined,
      );
    },
  };
}

function channelOf({ viewer, device, channel }: ChannelAccess): CameraChange {
  return { tenantId: viewer.scope.tenantId, deviceSerial: device.serial, channelNo: channel.number };
}

/** Unambiguous for any content of the parts. */
function nameOf({ tenantId, deviceSerial, channelNo }: CameraChange): string {
  return JSON.stringify([tenantId, deviceSerial, channelNo]);
}

/** The player's id survives a token renewal; without one, token and address identify the holder. */
function holderOf({ viewer }: ChannelAccess, { clientAddress, viewer: player }: PtzCaller): Holder {
  const { grant } = viewer;
  const name = player === undefined ? [grant.id, clientAddress] : [grant.applicationId, player];
  return { name: name.join('/'), grantId: grant.id, clientAddress };
}
