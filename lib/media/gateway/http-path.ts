import { gatewayPath } from '../../kernel/rtcgw.ts';

/** `/rtcgw`, `/rtcgw/{session}` or `/rtcgw/{session}/{handle}`. */
export interface GatewayAddress {
  readonly sessionId: number | null;
  readonly handleId: number | null;
}

const idPattern = /^[1-9]\d{0,15}$/;

/** Null: not an address of the gateway. */
export function parseGatewayPath(url: string): GatewayAddress | null {
  const pathname = url.replace(/[?#].*$/s, '');
  if (pathname !== gatewayPath && !pathname.startsWith(`${gatewayPath}/`)) return null;
  const ids = pathname
    .slice(gatewayPath.length + 1)
    .split('/')
    .filter((part, index) => part !== '' || index > 0);
  if (ids.length > 2 || !ids.every((id) => idPattern.test(id) && Number.isSafeInteger(Number(id))))
    return null;
  const [session, handle] = ids.map(Number);
  return { sessionId: session ?? null, handleId: handle ?? null };
}

/** Commands by the depth of the path that they are sent to: none, session, handle. */
const commandsByDepth: readonly (readonly string[])[] = [
  ['create', 'claim'],
  ['attach', 'destroy', 'claim', 'keepalive'],
  ['message', 'trickle', 'hangup', 'detach'],
];

const known = new Set(commandsByDepth.flat());

/** False only for a command of the protocol that belongs to another path. */
export function isSentTo(command: string, { sessionId, handleId }: GatewayAddress): boolean {
  const depth = handleId !== null ? 2 : sessionId !== null ? 1 : 0;
  return !known.has(command) || (commandsByDepth[depth]?.includes(command) ?? false);
}
