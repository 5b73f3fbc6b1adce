/** Messages of clients: parsed here, trusted afterwards. */
import { z } from 'zod';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { TrickledCandidate } from '../talk-ports.ts';
import { type GatewayError, gatewayErrors } from './errors.ts';
import { isDeeperThan } from './json-depth.ts';

/** Deeper than any message of the protocol. */
const maxDepth = 16;

const id = z.int().min(1);
const envelope = z.object({
  rtcgw: z.string().min(1),
  /** Clients send 12 characters. */
  transaction: z.string().min(1).max(128),
  token: z.string().max(4_096).optional(),
  session_id: id.optional(),
  handle_id: id.optional(),
});

export interface GatewayRequest {
  readonly command: string;
  readonly transaction: string;
  readonly token: string | null;
  readonly sessionId: number | null;
  readonly handleId: number | null;
  /** The whole message, for the schema of the command. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A request that was not understood, with its transaction if that was. */
export interface BadRequest {
  readonly error: GatewayError;
  readonly transaction: string | null;
}

export function parseRequest(text: string): Result<GatewayRequest, BadRequest> {
  const fail = (error: GatewayError, transaction: string | null = null) => err({ error, transaction });
  if (isDeeperThan(text, maxDepth)) return fail(gatewayErrors.tooDeep);
  let fields: unknown;
  try {
    fields = JSON.parse(text);
  } catch {
    return fail(gatewayErrors.badJson);
  }
  if (!isRecord(fields)) return fail(gatewayErrors.notAnObject);
  const parsed = parseFields(envelope, fields);
  if (!parsed.ok) {
    const transaction = envelope.shape.transaction.safeParse(fields.transaction);
    return fail(parsed.error, transaction.data ?? null);
  }
  const { rtcgw, transaction, token = null, session_id = null, handle_id = null } = parsed.value;
  return ok({ command: rtcgw, transaction, token, sessionId: session_id, handleId: handle_id, fields });
}

export const createFields = z.object({
  device: z.string().min(1).max(64),
  /** Clients take it from an address, where it is a text. 0: whichever the ticket is for. */
  channel: z.union([
    z.int().min(0).max(999),
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number),
  ]),
});

export const attachFields = z.object({ plugin: z.string() });

export const messageFields = z.object({
  body: z.record(z.string(), z.unknown()),
  jsep: z.object({ type: z.string(), sdp: z.string() }).optional(),
});

const candidate = z.union([
  z.object({ completed: z.literal(true) }),
  z.object({
    candidate: z.string().max(1_024),
    sdpMid: z.string().max(64).nullish(),
    sdpMLineIndex: z.int().min(0).nullish(),
  }),
]);

export const trickleFields = z
  .object({ candidate: candidate.nullish(), candidates: z.array(candidate).max(64).optional() })
  .transform(({ candidate: one, candidates = [] }): readonly TrickledCandidate[] =>
    (one ? [one, ...candidates] : candidates).map((sent) =>
      'completed' in sent
        ? sent
        : {
            candidate: sent.candidate,
            ...(sent.sdpMid === null || sent.sdpMid === undefined ? {} : { sdpMid: sent.sdpMid }),
            ...(typeof sent.sdpMLineIndex === 'number' ? { sdpMLineIndex: sent.sdpMLineIndex } : {}),
          },
    ),
  );

/** The fields of a command, or which one is missing or invalid. */
export function parseFields<T>(schema: z.ZodType<T>, fields: unknown): Result<T, GatewayError> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return ok(parsed.data);
  const path = parsed.error.issues[0]?.path ?? [];
  const name = path.map(String).join('.').slice(0, 64);
  return err(isAbsent(fields, path) ? gatewayErrors.missing(name) : gatewayErrors.badType(name));
}

function isAbsent(fields: unknown, path: readonly PropertyKey[]): boolean {
  const found = path.reduce<unknown>(
    (value, key) => (isRecord(value) ? value[String(key)] : undefined),
    fields,
  );
  return found === undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
