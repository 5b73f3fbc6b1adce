/** Extracts a viewer's ticket, an opaque text of limited length that the gate verifies. */
const TICKET = /^[\x21-\x7e]{1,2048}$/;
const BEARER = /^Bearer +([\x21-\x7e]{1,2048})$/i;

/** Maximum size of a WebSocket message: a ticket in JSON. */
export const maxTicketMessageBytes = 4_096;

export function ticketFromHeader(authorization: string | undefined): string | null {
  return authorization ? (BEARER.exec(authorization)?.[1] ?? null) : null;
}

/** `{"ticket":"…"}` and nothing else. Null for everything that is not exactly that. */
export function ticketFromMessage(text: string): string | null {
  if (text.length > maxTicketMessageBytes) return null;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return null; // not JSON: treated as an invalid ticket
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return null;
  const entries = Object.entries(message);
  const [name, ticket] = entries[0] ?? [];
  if (entries.length !== 1 || name !== 'ticket' || typeof ticket !== 'string') return null;
  return TICKET.test(ticket) ? ticket : null;
}
