import type { Changes } from '../../db/changes.ts';
import type { Clock } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Admission, LiveGate, Refusal } from '../../media/ports.ts';
import { coversChannel } from '../access/camera-list.ts';
import type { GrantRepository, GrantStatus } from '../access/grant.repository.ts';
import type { MediaTicket, MediaTickets } from '../access/media-ticket.ts';
import type { TicketLedger } from '../access/ticket-ledger.ts';
import { isValidGrant, type TokenService } from '../access/token.service.ts';
import type { DeviceRepository } from '../devices/device.repository.ts';
import { type LappCode, lappMessage } from '../errors/lapp-errors.ts';

/**
 * Admits viewers to live streams and reports when their permission ends. The id given to the media plane contains grant
 * and camera, because either can end it: a token may cover many cameras of which one is disabled.
 */
export function liveGate(deps: {
  readonly tickets: MediaTickets;
  readonly ledger: TicketLedger;
  readonly grants: GrantRepository;
  readonly devices: DeviceRepository;
  readonly tokens: Pick<TokenService, 'onRevoked'>;
  readonly changes: Pick<Changes, 'listen'>;
  readonly clock: Clock;
}): LiveGate {
  const { tickets, ledger, grants, devices, tokens, changes, clock } = deps;
  const admitted = new AdmittedWatches();

  /** Of these watches, those whose grant is valid and covers the channel, and whose camera is enabled. */
  async function permitted(watches: readonly Watch[]): Promise<ReadonlySet<Watch>> {
    const now = clock.now();
    const found = await grants.findManyAnywhere([...new Set(watches.map(({ grantId }) => grantId))]);
    const byId = new Map(found.map((grant) => [grant.grant.id, grant]));
    const entitled = watches.filter((watch) => {
      const grant = byId.get(watch.grantId);
      return grant !== undefined && isValidGrant(grant, now) && mayWatch(grant, watch);
    });
    const allowed = new Set<Watch>();
    for (const [scope, ofTenant] of groupByTenant(entitled, byId)) {
      const serials = [...new Set(ofTenant.map(({ serial }) => serial))];
      const enabled = await devices.enabledChannels(scope, serials);
      for (const watch of ofTenant) {
        if (enabled.get(watch.serial)?.has(watch.channelNo)) allowed.add(watch);
      }
    }
    return allowed;
  }

  return {
    async admit(text, wanted): Promise<Result<Admission, Refusal>> {
      const verified = tickets.verify(text, clock.now());
      if (!verified.ok) return refuse(401, '10002');
      const ticket = verified.value;
      if (!isFor(ticket, wanted)) return refuse(403, '10031');
      if (!(await ledger.claim(ticket.jti, ticket.iat, ticket.exp))) return refuse(401, '10002');
      const [grant] = await grants.findManyAnywhere([ticket.grantId]);
      if (!grant || grant.scope.tenantId !== ticket.tenantId || !isValidGrant(grant, clock.now())) {
        return refuse(401, '10002');
      }
      const watch = { grantId: ticket.grantId, serial: ticket.deviceSerial, channelNo: ticket.channelNo };
      if (!mayWatch(grant, watch)) return refuse(403, '10031');
      if (!(await permitted([watch])).has(watch)) return refuse(404, '20002');
      const grantId = printWatch(watch);
      admitted.add(watch.grantId, grantId, grant.grant.expiresAt, clock.now());
      return ok({
        key: {
          tenantId: ticket.tenantId,
          deviceSerial: ticket.deviceSerial,
          channelNo: ticket.channelNo,
          profile: ticket.profile,
          video: wanted.video,
        },
        grantId,
        expiresAt: grant.grant.expiresAt,
      });
    },

    async ended(grantIds) {
      const watches = grantIds.map(parseWatch);
      const allowed = await permitted(watches.filter((watch) => watch !== null));
      return new Set(grantIds.filter((_, index) => !allowed.has(watches[index] as Watch)));
    },

    onRevoked(listener) {
      return tokens.onRevoked((grantId) => {
        for (const watch of admitted.of(grantId)) listener(watch);
      });
    },

    // Only the database knows which grants depend on which session.
    onDoubt: (listener) => changes.listen('session', { onReceived: listener, missed: listener }),
  };
}

/** One permission in use: this grant on this channel. */
interface Watch {
  readonly grantId: string;
  readonly serial: string;
  readonly channelNo: number;
}

const watchPattern = /^([0-9a-f]{32})\/([A-Za-z0-9_-]{1,64})\/([1-9][0-9]{0,2})$/;

function printWatch({ grantId, serial, channelNo }: Watch): string {
  return `${grantId}/${serial}/${channelNo}`;
}

/** Null for an id that this gate did not issue, which counts as ended. */
function parseWatch(text: string): Watch | null {
  const parts = watchPattern.exec(text);
  return parts && { grantId: parts[1]!, serial: parts[2]!, channelNo: Number(parts[3]) };
}

function mayWatch({ grant }: GrantStatus, { serial, channelNo }: Watch): boolean {
  return grant.capabilities.includes('live') && coversChannel(grant.cameras, serial, channelNo);
}

function isFor(ticket: MediaTicket, wanted: Parameters<LiveGate['admit']>[1]): boolean {
  return (
    ticket.deviceSerial === wanted.deviceSerial &&
    ticket.channelNo === wanted.channelNo &&
    ticket.profile === wanted.profile
  );
}

function groupByTenant(
  watches: readonly Watch[],
  byId: ReadonlyMap<string, GrantStatus>,
): Iterable<readonly [GrantStatus['scope'], readonly Watch[]]> {
  const groups = new Map<string, [GrantStatus['scope'], Watch[]]>();
  for (const watch of watches) {
    const { scope } = byId.get(watch.grantId)!; // entitled watches have a grant
    const group = groups.get(scope.tenantId);
    if (group) group[1].push(watch);
    else groups.set(scope.tenantId, [scope, [watch]]);
  }
  return groups.values();
}

function refuse(status: Refusal['status'], code: LappCode): { ok: false; error: Refusal } {
  return err({ status, code, message: lappMessage(code, 'zh-CN') });
}

const sweepEveryMs: Ms = 60_000;

/** The admitted watches of each grant, so that their end can be reported under the media plane's ids. */
class AdmittedWatches {
  readonly #byGrant = new Map<string, { readonly expiresAt: EpochMs; readonly watches: Set<string> }>();
  #sweptAt: EpochMs = 0;

  add(grantId: string, watch: string, expiresAt: EpochMs, now: EpochMs): void {
    this.#forgetExpired(now);
    const known = this.#byGrant.get(grantId);
    if (known) known.watches.add(watch);
    else this.#byGrant.set(grantId, { expiresAt, watches: new Set([watch]) });
  }

  /** There are several listeners, so reading removes nothing; the entry is removed when the grant expires. */
  of(grantId: string): readonly string[] {
    return [...(this.#byGrant.get(grantId)?.watches ?? [])];
  }

  #forgetExpired(now: EpochMs): void {
    if (Math.abs(now - this.#sweptAt) < sweepEveryMs) return;
    this.#sweptAt = now;
    for (const [id, entry] of this.#byGrant) if (entry.expiresAt <= now) this.#byGrant.delete(id);
  }
}
