import type { WebSocket } from 'ws';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Ms } from '../../../../kernel/units.ts';
import { ticketFromMessage } from './ticket.ts';

export interface TicketMessages {
  /** One after the other, in the order in which they came. Never rejects. */
  shown(ticket: string): Promise<void>;
  /** The client said something else, or too much. Nothing is listened to after it. */
  broken(): void;
}

/** Each ticket costs a question to the database. Who renews in time needs one a minute at most. */
const BURST = 5;
const ONE_MORE_EVERY_MS: Ms = 5_000;

/** Listens to a viewer that was let in: it may show further tickets, now and then, and nothing else. */
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
