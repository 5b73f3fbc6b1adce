/**
 * Admits viewers to talks and reports when their permission ends, for each camera. The id of an admission joins the uses
 * of all its cameras, and ends with the last of them.
 */
import type { Clock } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { Refusal } from '../../media/ports.ts';
import type { TalkAdmission, TalkGate, TalkTarget } from '../../media/talk-ports.ts';
import type { TalkTicket, TalkTickets } from '../access/talk-ticket.ts';
import type { TicketLedger } from '../access/ticket-ledger.ts';
import type { DeviceRepository } from '../devices/device.repository.ts';
import type { CameraUse, CameraUses } from '../devices/grant-watch.ts';
import type { TalkDirectory } from '../devices/talk-directory.ts';
import { type LappCode, lappMessage } from '../errors/lapp-errors.ts';
import { type TenantScope, tenantScope } from '../tenancy/tenant-scope.ts';
import type { Broadcasts, NamedCamera } from './broadcasts.ts';

const separator = ',';

export function talkGate(deps: {
  readonly tickets: TalkTickets;
  readonly ledger: TicketLedger;
  readonly broadcasts: Broadcasts;
  readonly directory: Pick<TalkDirectory, 'find'>;
  readonly devices: Pick<DeviceRepository, 'findDevice'>;
  readonly uses: CameraUses;
  readonly clock: Clock;
}): TalkGate {
  const { tickets, ledger, broadcasts, directory, devices, uses, clock } = deps;
  const admitted = new Admissions();

  const asUse = (grantId: string, { key, channelId }: TalkTarget): CameraUse => ({
    ...{ grantId, serial: key.deviceSerial, channelNo: key.channelNo, channelId, capability: 'talk' },
  });

  async function targetOf(scope: TenantScope, camera: NamedCamera): Promise<TalkTarget> {
    const device = await devices.findDevice(scope, camera.deviceSerial);
    const { channelNo } = camera;
    const deviceSerial = device?.serial ?? camera.deviceSerial;
    const state = await directory.find(scope, deviceSerial, channelNo);
    return {
      key: { tenantId: scope.tenantId, deviceSerial, channelNo },
      channelId: state?.channelId ?? null,
      name: state?.name ?? deviceSerial,
      duplex: state?.setting === 'half' ? 'half' : 'full',
    };
  }

  async function admitTicket(ticket: TalkTicket): Promise<Result<TalkAdmission, Refusal>> {
    const { grantId, tenantId, clientAddress } = ticket;
    const scope = tenantScope(tenantId);
    const others = ticket.hasOthers ? await broadcasts.take(scope, ticket.jti) : [];
    const first = await targetOf(scope, ticket);
    const { state, expiresAt } = await uses.state(asUse(grantId, first), tenantId);
    if (state === 'invalid') return refuse(401, '10002');
    if (state === 'uncovered') return refuse(403, '10031');
    if (state === 'gone') return refuse(404, '20002');
    const found = [first, ...(await Promise.all(others.map((camera) => targetOf(scope, camera))))];
    // Those that do not exist have no use, and the talk plane reports them.
    const targets = found.map((target) => ({
      ...target,
      useId: target.channelId === null ? null : uses.admit(asUse(grantId, target), expiresAt),
    }));
    const ids = targets.flatMap(({ useId }) => useId ?? []);
    const id = ids.join(separator);
    admitted.add(ids[0] ?? id, id, expiresAt, clock.now());
    return ok({ targets, grantId: id, expiresAt, clientAddress });
  }

  return {
    async admit(text, wanted) {
      const verified = tickets.verify(text, clock.now());
      if (!verified.ok) return refuse(401, '10002');
      const ticket = verified.value;
      if (!isFor(ticket, wanted)) return refuse(403, '10031');
      if (!(await ledger.claim(ticket.jti, ticket.iat, ticket.exp))) return refuse(401, '10002');
      return admitTicket(ticket);
    },

    async ended(ids) {
      const parts = new Map(ids.map((id) => [id, id.split(separator)]));
      const over = await uses.watch.ended([...new Set([...parts.values()].flat())]);
      return new Set(ids.filter((id) => parts.get(id)?.every((use) => over.has(use))));
    },

    onRevoked: (listener) =>
      uses.watch.onRevoked((use) => {
        for (const id of new Set([use, ...admitted.of(use)])) listener(id);
      }),

    /** Also when a camera was changed: it may have been disabled. */
    onDoubt(listener) {
      const stops = [uses.watch.onDoubt(listener), uses.onCameraChanged(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Channel 0 is whichever the ticket is for: players of the open platform send it in a talk. */
function isFor(ticket: TalkTicket, wanted: NamedCamera): boolean {
  const isDevice = ticket.deviceSerial.toUpperCase() === wanted.deviceSerial.toUpperCase();
  return isDevice && (wanted.channelNo === 0 || wanted.channelNo === ticket.channelNo);
}

function refuse(status: Refusal['status'], code: LappCode): { ok: false; error: Refusal } {
  return err({ status, code, message: lappMessage(code, 'zh-CN') });
}

/** The ids of admissions by their first use, until their grant expires. */
class Admissions {
  readonly #byUse = new Map<string, Map<string, EpochMs>>();

  add(use: string, id: string, expiresAt: EpochMs, now: EpochMs): void {
    for (const [known, ids] of this.#byUse) {
      for (const [each, until] of ids) if (until <= now) ids.delete(each);
      if (ids.size === 0) this.#byUse.delete(known);
    }
    const ids = this.#byUse.get(use) ?? new Map<string, EpochMs>();
    ids.set(id, expiresAt);
    this.#byUse.set(use, ids);
  }

  of(use: string): readonly string[] {
    return [...(this.#byUse.get(use)?.keys() ?? [])];
  }
}
