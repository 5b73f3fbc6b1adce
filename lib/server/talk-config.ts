/** Settings of talk: where browsers reach it, and a Janus in place of the embedded gateway. */
import { isIP } from 'node:net';
import { z } from 'zod';
import type { IceConfig } from '../media/gateway/peers/ice-servers.ts';

export interface TalkConfig {
  /** Null: that of the server, or a free one if it is taken. */
  readonly udpPort: number | null;
  /** Named to browsers in place of those of the interfaces. */
  readonly addresses: readonly string[];
  /** `turnCredentials` may still be null: the secret may be a credential of systemd. Contains secrets: never log it. */
  readonly ice: IceConfig;
  readonly isRelayOnly: boolean;
  /** Null: the embedded gateway. */
  readonly janus: JanusConfig | null;
}

/** Contains secrets: never log it. */
export interface JanusConfig {
  /** Of its WebSocket API: `ws:` or `wss:`. */
  readonly url: string;
  /** `api_secret` of Janus; null: none. */
  readonly apiSecret: string | null;
  /** `token_auth_secret` of Janus, for signed tokens; null: none. */
  readonly tokenSecret: string | null;
  /** Address of this server to which Janus sends plain RTP. */
  readonly rtpAddress: string;
}

const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

const listOf = (name: string, isValid: (part: string) => boolean, example: string) =>
  z
    .string()
    .transform(list)
    .superRefine((parts, context) => {
      for (const part of parts.filter((one) => !isValid(one))) {
        context.addIssue(`${name}: "${part.slice(0, 128)}" is not valid; an example is ${example}`);
      }
    })
    .default([]);

const secret = (name: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, `${name} must be 1 to 256 printable characters (its value is not shown)`)
    .nullable()
    .default(null);

const host = String.raw`(?:\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]{1,253})(?::\d{1,5})?`;
const stunUrl = new RegExp(`^stuns?:${host}$`);
const turnUrl = new RegExp(String.raw`^turns?:${host}(?:\?transport=(?:udp|tcp))?$`);

export const talkVariables = {
  ORIEL_TALK_UDP_PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'ORIEL_TALK_UDP_PORT must be a whole number from 0 to 65535')
    .transform(Number)
    .refine((value) => value <= 65_535, 'ORIEL_TALK_UDP_PORT must be a whole number from 0 to 65535')
    .nullable()
    .default(null),
  ORIEL_TALK_ADDRESSES: listOf('ORIEL_TALK_ADDRESSES', (part) => isIP(part) !== 0, '203.0.113.7'),
  ORIEL_STUN_URLS: listOf('ORIEL_STUN_URLS', (part) => stunUrl.test(part), 'stun:stun.example.com:3478'),
  ORIEL_TURN_URLS: listOf(
    'ORIEL_TURN_URLS',
    (part) => turnUrl.test(part),
    'turn:turn.example.com:3478?transport=tcp',
  ),
  ORIEL_TURN_SECRET: secret('ORIEL_TURN_SECRET'),
  ORIEL_TURN_USER: secret('ORIEL_TURN_USER'),
  ORIEL_TURN_PASSWORD: secret('ORIEL_TURN_PASSWORD'),
  ORIEL_TALK_RELAY_ONLY: z
    .enum(['0', '1'], 'ORIEL_TALK_RELAY_ONLY must be 0 or 1')
    .transform((text) => text === '1')
    .default(false),
  ORIEL_JANUS_URL: z
    .string()
    .refine(isJanusUrl, 'ORIEL_JANUS_URL must be a WebSocket address such as ws://127.0.0.1:8188')
    .nullable()
    .default(null),
  ORIEL_JANUS_SECRET: secret('ORIEL_JANUS_SECRET'),
  ORIEL_JANUS_TOKEN_SECRET: secret('ORIEL_JANUS_TOKEN_SECRET'),
  ORIEL_JANUS_RTP_ADDRESS: z
    .string()
    .refine((text) => isIP(text) !== 0, 'ORIEL_JANUS_RTP_ADDRESS must be an address of this server')
    .default('127.0.0.1'),
};

function isJanusUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^wss?:$/.test(protocol) && !username && !password && !hash;
}

type TalkValues = z.output<z.ZodObject<typeof talkVariables>>;

/** Why values contradict each other; null: they do not. `hasCredentials`: systemd may have the secrets. */
export function talkProblem(value: TalkValues, hasCredentials: boolean): string | null {
  const hasTurn = value.ORIEL_TURN_URLS.length > 0;
  const isFixed = value.ORIEL_TURN_USER !== null;
  if (isFixed !== (value.ORIEL_TURN_PASSWORD !== null)) {
    return 'ORIEL_TURN_USER and ORIEL_TURN_PASSWORD must both be set, or neither';
  }
  if (isFixed && value.ORIEL_TURN_SECRET !== null) {
    return 'Set either ORIEL_TURN_SECRET, or ORIEL_TURN_USER and ORIEL_TURN_PASSWORD';
  }
  if (hasTurn && !isFixed && value.ORIEL_TURN_SECRET === null && !hasCredentials) {
    return 'ORIEL_TURN_URLS needs ORIEL_TURN_SECRET, or ORIEL_TURN_USER and ORIEL_TURN_PASSWORD';
  }
  if (value.ORIEL_TALK_RELAY_ONLY && !hasTurn) return 'ORIEL_TALK_RELAY_ONLY needs ORIEL_TURN_URLS';
  return null;
}

export function talkConfigOf(value: TalkValues): TalkConfig {
  return {
    udpPort: value.ORIEL_TALK_UDP_PORT,
    addresses: value.ORIEL_TALK_ADDRESSES,
    ice: {
      stunUrls: value.ORIEL_STUN_URLS,
      turnUrls: value.ORIEL_TURN_URLS,
      turnCredentials: turnCredentialsOf(value),
    },
    isRelayOnly: value.ORIEL_TALK_RELAY_ONLY,
    janus:
      value.ORIEL_JANUS_URL === null
        ? null
        : {
            url: value.ORIEL_JANUS_URL,
            apiSecret: value.ORIEL_JANUS_SECRET,
            tokenSecret: value.ORIEL_JANUS_TOKEN_SECRET,
            rtpAddress: value.ORIEL_JANUS_RTP_ADDRESS,
          },
  };
}

function turnCredentialsOf(value: TalkValues): IceConfig['turnCredentials'] {
  const { ORIEL_TURN_USER: username, ORIEL_TURN_PASSWORD: password, ORIEL_TURN_SECRET: shared } = value;
  if (username !== null && password !== null) return { kind: 'fixed', username, password };
  return shared === null ? null : { kind: 'secret', secret: shared };
}
