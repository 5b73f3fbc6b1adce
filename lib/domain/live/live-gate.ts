import type { Clock } from '../../kernel/clock.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { Admission, LiveGate, Refusal } from '../../media/ports.ts';
import type { MediaTicket, MediaTickets } from '../access/media-ticket.ts';
import type { TicketLedger } from '../access/ticket-ledger.ts';
import type { CameraUses } from '../devices/grant-watch.ts';
import { type LappCode, lappMessage } from '../errors/lapp-errors.ts';

/** Admits viewers to live streams and reports when their permission ends. */
export function liveGate(deps: {
  readonly tickets: MediaTickets;
  readonly ledger: TicketLedger;
  readonly uses: CameraUses;
  readonly clock: Clock;
}): LiveGate {
  const { tickets, ledger, uses, clock } = deps;
  return {
    ...uses.watch,

    async admit(text, wanted): Promise<Result<Admission, Refusal>> {
      const verified = tickets.verify(text, clock.now());
      if (!verified.ok) return refuse(401, '10002');
      const ticket = verified.value;
      if (!isFor(ticket, wanted)) return refuse(403, '10031');
      if (!(await ledger.claim(ticket.jti, ticket.iat, ticket.exp))) return refuse(401, '10002');
      const { grantId, tenantId, deviceSerial, channelNo, profile } = ticket;
      const use = {
        ...{ grantId, serial: deviceSerial, channelNo, channelId: null },
        capability: 'live',
      } as const;
      const { state, applicationId, expiresAt } = await uses.state(use, tenantId);
      if (state === 'invalid') return refuse(401, '10002');
      if (state === 'uncovered') return refuse(403, '10031');
      if (state === 'gone') return refuse(404, '20002');
      const key = { tenantId, deviceSerial, channelNo, profile, video: wanted.video };
      return ok({ key, grantId: uses.admit(use, expiresAt), applicationId, expiresAt });
    },
  };
}

function isFor(ticket: MediaTicket, wanted: Parameters<LiveGate['admit']>[1]): boolean {
  return (
    ticket.deviceSerial === wanted.deviceSerial &&
    ticket.channelNo === wanted.channelNo &&
    ticket.profile === wanted.profile
  );
}

function refuse(status: Refusal['status'], code: LappCode): { ok: false; error: Refusal } {
  return err({ status, code, message: lappMessage(code, 'zh-CN') });
}
