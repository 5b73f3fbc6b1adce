/** What the commands of clients do, regardless of the transport. */
import type { Logger } from '../../kernel/logger.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { TalkGate } from '../talk-ports.ts';
import { type GatewayError, gatewayErrors } from './errors.ts';
import { ack, failure, type GatewayMessage, success } from './events.ts';
import type { Plugin, PluginHandle } from './plugin.ts';
import type { AddressRates } from './rate.ts';
import {
  attachFields,
  createFields,
  type GatewayRequest,
  messageFields,
  parseFields,
  trickleFields,
} from './request.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

/** The connection that a request came over. */
export interface Caller {
  readonly address: string;
  /** The WebSocket has a session, or is creating one. */
  readonly isTaken: boolean;
  /** Whether requests for this session may come over this connection. */
  serves(session: Session): boolean;
  /** From now on, the events of the session go here. */
  bind(session: Session): void;
  /** Counts a new session against the address; null: it has too many. */
  enter(): (() => void) | null;
}

export interface CommandParts {
  readonly gate: TalkGate;
  readonly sessions: Sessions;
  readonly plugins: readonly Plugin[];
  readonly rates: AddressRates;
  readonly isStopping: () => boolean;
  readonly logger: Logger;
}

const hungUp = { message: 'Hung up by the client.' };

type SessionCommand = (session: Session, request: GatewayRequest, caller: Caller) => GatewayMessage;
type HandleCommand = (handle: PluginHandle, request: GatewayRequest, session: Session) => GatewayMessage;

export type AnswerRequest = (
  request: GatewayRequest,
  caller: Caller,
) => GatewayMessage | Promise<GatewayMessage>;

export function createCommands(parts: CommandParts): AnswerRequest {
  const { gate, sessions, plugins, rates, logger } = parts;

  const sessionCommands = new Map<string, SessionCommand>([
    ['keepalive', (_, request) => ack(request)],
    [
      'claim',
      (session, request, caller) => {
        if (caller.isTaken && !caller.serves(session)) return failure(request, gatewayErrors.sessionExists);
        caller.bind(session);
        return success(request);
      },
    ],
    [
      'attach',
      (session, request) => {
        const fields = parseFields(attachFields, request.fields);
        if (!fields.ok) return failure(request, fields.error);
        const plugin = plugins.find(({ name }) => name === fields.value.plugin);
        if (!plugin) return failure(request, gatewayErrors.noPlugin);
        const id = session.attachPlugin(plugin);
        return id.ok ? success(request, { id: id.value }) : failure(request, id.error);
      },
    ],
    [
      'destroy',
      (session, request) => {
        session.end();
        return success(request);
      },
    ],
  ]);

  const handleCommands = new Map<string, HandleCommand>([
    [
      'message',
      (handle, request) => {
        const fields = parseFields(messageFields, request.fields);
        if (!fields.ok) return failure(request, fields.error);
        const { body, jsep = null } = fields.value;
        return acknowledged(request, handle.message(body, jsep, request.transaction));
      },
    ],
    [
      'trickle',
      (handle, request) => {
        const candidates = parseFields(trickleFields, request.fields);
        if (!candidates.ok) return failure(request, candidates.error);
        return acknowledged(request, handle.trickle(candidates.value));
      },
    ],
    [
      'hangup',
      (handle, request) => {
        handle.hangup(hungUp);
        return success(request);
      },
    ],
    [
      'detach',
      (_, request, session) => {
        session.detachHandle(request.handleId ?? 0);
        return success(request);
      },
    ],
  ]);

  async function create(request: GatewayRequest, caller: Caller): Promise<GatewayMessage> {
    const admitted = await admit(request, caller);
    return admitted.ok
      ? success({ transaction: request.transaction }, { id: admitted.value.id })
      : failure(request, admitted.error);
  }

  async function admit(request: GatewayRequest, caller: Caller): Promise<Result<Session, GatewayError>> {
    if (parts.isStopping()) return err(gatewayErrors.stopping);
    if (caller.isTaken) return err(gatewayErrors.sessionExists);
    const fields = parseFields(createFields, request.fields);
    if (!fields.ok) return fields;
    const { token } = request;
    if (token === null) return err(gatewayErrors.unauthorized('The ticket is missing.'));
    if (!rates.take(caller.address)) return err(gatewayErrors.tooFast);
    const leave = sessions.isFull ? null : caller.enter();
    if (!leave) return err(gatewayErrors.full);
    let session: Session | null = null;
    try {
      const { device: deviceSerial, channel: channelNo } = fields.value;
      const admission = await gate.admit(token, { deviceSerial, channelNo });
      if (!admission.ok) return err(gatewayErrors.unauthorized(admission.error.message));
      if (parts.isStopping()) return err(gatewayErrors.stopping);
      session = sessions.open(admission.value, token, leave);
      if (!session) return err(gatewayErrors.full);
      caller.bind(session);
      return ok(session);
    } catch (error) {
      logger.error({ error }, 'a talk ticket could not be checked');
      return err(gatewayErrors.unknown);
    } finally {
      if (!session) leave();
    }
  }

  return (request, caller) => {
    const { command, token, sessionId } = request;
    if (command === 'create') return create(request, caller);
    const onSession = sessionCommands.get(command);
    const onHandle = handleCommands.get(command);
    if (!onSession && !onHandle) return failure(request, gatewayErrors.unknownCommand(command));
    if (token === null) return failure(request, gatewayErrors.unauthorized('The token is missing.'));
    const session = sessions.find(sessionId, token);
    // The same answer for another token, so that sessions cannot be found by guessing.
    if (!session || (command !== 'claim' && !caller.serves(session))) {
      return failure(request, gatewayErrors.noSession);
    }
    session.touch();
    if (onSession) return onSession(session, request, caller);
    const handle = session.handle(request.handleId);
    if (!handle || !onHandle) return failure(request, gatewayErrors.noHandle);
    return onHandle(handle, request, session);
  };
}

function acknowledged(request: GatewayRequest, error: GatewayError | null): GatewayMessage {
  return error ? failure(request, error) : ack(request);
}
