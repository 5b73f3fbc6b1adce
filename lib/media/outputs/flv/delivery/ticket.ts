/** Where a viewer's ticket is found. What it means is the gate's business: here it is text of bounded length. */
const TICKET = /^[\x21-\x7e]{1,2048}$/;
const BEARER = /^Bearer +([\x21-\x7e]{1,2048})$/i;

/** No message of a WebSocket viewer may be longer than a ticket with its wrapping. */
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
    return null; // not JSON: the caller answers as to any bad ticket
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) return null;
  const entries = Object.entries(message);
  const [name, ticket] = entries[0] ?? [];
  if (entries.length !== 1 || name !== 'ticket' || typeof ticket !== 'string') return null;
  return TICKET.test(ticket) ? ticket : null;
}
