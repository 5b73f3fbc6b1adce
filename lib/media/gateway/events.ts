/** Messages of the gateway. */
import type { GatewayError } from './errors.ts';

export interface GatewayMessage {
  readonly rtcgw: string;
  readonly [field: string]: unknown;
}

/** What a response repeats of its request. */
interface Asked {
  readonly transaction?: string | null;
  readonly sessionId?: number | null;
}

const repeated = ({ sessionId, transaction }: Asked) => ({
  ...(sessionId ? { session_id: sessionId } : {}),
  ...(transaction ? { transaction } : {}),
});

export const success = (asked: Asked, data?: { readonly id: number }): GatewayMessage => ({
  rtcgw: 'success',
  ...repeated(asked),
  ...(data ? { data } : {}),
});

export const ack = (asked: Asked): GatewayMessage => ({ rtcgw: 'ack', ...repeated(asked) });

export const failure = (asked: Asked, error: GatewayError): GatewayMessage => ({
  rtcgw: 'error',
  ...repeated(asked),
  error,
});

export const keepalive: GatewayMessage = { rtcgw: 'keepalive' };
