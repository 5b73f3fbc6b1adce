import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Duplex, TalkKey } from '../../media/talk-ports.ts';
import type { TalkTickets } from '../access/talk-ticket.ts';
import { requireCamera } from '../access/token.service.ts';
import type { ChannelAccess } from '../devices/device-access.ts';
import { lappError } from '../errors/lapp-errors.ts';
import type { Broadcasts, NamedCamera } from './broadcasts.ts';
import type { Loudspeakers } from './loudspeakers.ts';
import type { StoppableLeases } from './talk-leases.ts';

export interface TalkUrl {
  /** Opens one session of the gateway. */
  readonly ticket: string;
  readonly expiresAt: EpochMs;
  readonly duplex: Duplex;
}

export interface TalkUrlService {
  /**
   * `others`: further cameras of a broadcast. Throws 10031 for one that the token does not cover, -1000 for a camera
   * without a loudspeaker, 20007 for one that does not answer, 400904 if somebody talks to it. Of a broadcast only the
   * cameras that cannot be permitted are an error: those that are busy, missing or without a loudspeaker are reported by
   * the gateway, unless it is the camera itself that has none.
   */
  open(access: ChannelAccess, others: readonly NamedCamera[], clientAddress: string): Promise<TalkUrl>;
}

/** The viewer has pressed a button and waits. */
const maxWaitMs: Ms = 8_000;

export function talkUrlService(deps: {
  readonly tickets: TalkTickets;
  readonly broadcasts: Broadcasts;
  readonly loudspeakers: Pick<Loudspeakers, 'of'>;
  readonly leases: Pick<StoppableLeases, 'isTaken'>;
  readonly clock: Clock;
}): TalkUrlService {
  const { tickets, leases, loudspeakers, clock } = deps;
  return {
    async open({ viewer, device, channel }, given, clientAddress) {
      const { tenantId } = viewer.scope;
      const { serial: deviceSerial } = device;
      const key: TalkKey = { tenantId, deviceSerial, channelNo: channel.number };
      const others = withoutRepeats(key, given);
      for (const other of others) requireCamera(viewer, 'talk', other.deviceSerial, other.channelNo);
      const where = { serial: deviceSerial, channelNo: channel.number };
      const found = await loudspeakers.of(key, maxWaitMs);
      if (found.state === 'none') throw lappError('-1000', where);
      if (found.state === 'offline') throw lappError('20007', where);
      if (others.length === 0 && (await leases.isTaken(key))) throw lappError('400904', where);
      const { grant } = viewer;
      const { ticket, jti, expiresAt } = tickets.issue(
        {
          ...{ grantId: grant.id, tenantId, deviceSerial, channelNo: channel.number },
          ...{ hasOthers: others.length > 0, clientAddress: clientAddress.slice(0, 64) },
        },
        clock.now(),
        grant.expiresAt,
      );
      if (others.length > 0) await deps.broadcasts.store(viewer.scope, jti, others, expiresAt);
      return { ticket, expiresAt, duplex: found.duplex };
    },
  };
}

function withoutRepeats(first: NamedCamera, others: readonly NamedCamera[]): readonly NamedCamera[] {
  const seen = new Set([nameOf(first)]);
  return others.filter((camera) => {
    const name = nameOf(camera);
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** Serial numbers have no case. */
const nameOf = ({ deviceSerial, channelNo }: NamedCamera) => `${deviceSerial.toUpperCase()}:${channelNo}`;
