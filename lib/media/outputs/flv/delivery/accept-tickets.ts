import type { WebSocket } from 'ws';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Ms } from '../../../../kernel/units.ts';
import { ticketFromMessage } from './ticket.ts';

export interface TicketMessages {
  /** Called sequentially, in order of arrival. Never rejects. */
  shown(ticket: string): Promise<void>;
  /** The client sent another message, or too many. No further calls follow. */
  broken(): void;
}

/** Each ticket causes a database query. A well-behaved viewer renews at most once a minute. */
const BURST = 5;
const ONE_MORE_EVERY_MS: Ms = 5_000;

/** Reads messages of an admitted viewer, which may only send further tickets at a limited rate. */
export function acceptTickets(ws: WebSocket, clock: Clock, { shown, broken }: TicketMessages): void {
  let left = BURST;
  let filledAt = clock.monotonic();
  let last: Promise<void> = Promise.resolve();

  ws.on('message', function onMessage(data, isBinary) {
    const now = clock.monotonic();
    left = Math.min(BURST, left + (now - filledAt) / ONE_MORE_EVERY_MS);
    filledAt = now;
    const ticket = isBinary ? null : ticketFromMessage(String(data));
    if (!ticket || left < 1) {
      ws.off('message', onMessage);
      broken();
      return;
    }
    left -= 1;
    last = last.then(() => shown(ticket));
  });
}
