/** Malformed messages for the gateway: the same ones for the same seed. */
import fc from 'fast-check';
import { talkPlugin } from '../../lib/kernel/rtcgw.ts';
import { audioOffer } from './fake-talk.ts';
import { mutated } from './mutation.ts';

/** What an attacker knows: its own session, and ids that it has guessed or seen. */
export interface Known {
  readonly token: string;
  readonly session: number;
  readonly handle: number;
  readonly foreignSession: number;
}

/** Texts that are no JSON, or hardly. */
const badTexts: readonly string[] = [
  ...['', ' ', '\0', '\ufeff{}', 'null', 'true', '0', '-', '"', '""', '[', ']', '{', '}', '[]', '{}', '[[]]'],
  ...[
    '[1,]',
    '[,1]',
    '[1 2]',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '{"a":1}}',
    '{"a":1}{"b":2}',
  ],
  ...['01', '1.', '.5', '1e', '1e999', '-0', 'NaN', 'Infinity', '0x1', '1_000', 'nul', 'undefined', 'tru'],
  ...['"\\x"', '"\\u12"', '"\\ud800"', '"\n"', '"\t"', '/*c*/{}', '{}//c', '{"a":"b', '["', '{"":""}'],
  ...['{"rtcgw":"create","rtcgw":"destroy","transaction":"abcdefghijkl"}', '{"__proto__":{"token":"x"}}'],
  ...['{"constructor":{"prototype":{"token":"x"}}}', '['.repeat(60_000), '{"a":'.repeat(10_000)],
  ...[`${'['.repeat(16)}${']'.repeat(16)}`, `${'['.repeat(17)}${']'.repeat(17)}`, '"'.repeat(65_536)],
];

/** Messages of the protocol: valid ones, and one each with an unknown plugin and an unusable offer. */
function samples({ token, session, handle }: Known): readonly Readonly<Record<string, unknown>>[] {
  const common = { transaction: 'abcdefghijkl', token, session_id: session };
  const toHandle = { ...common, handle_id: handle };
  return [
    { ...common, rtcgw: 'create', device: 'CAM1', channel: 1, session_id: undefined },
    { ...common, rtcgw: 'claim' },
    { ...common, rtcgw: 'attach', plugin: talkPlugin, opaque_id: 'page' },
    { ...common, rtcgw: 'attach', plugin: 'janus.plugin.other' },
    { ...common, rtcgw: 'keepalive' },
    { ...common, rtcgw: 'destroy' },
    {
      ...toHandle,
      rtcgw: 'message',
      body: { request: 'start', url: 'rtsp://h/talk/CAM1/1', codec: 'opus' },
      jsep: { type: 'offer', sdp: audioOffer },
    },
    {
      ...toHandle,
      rtcgw: 'message',
      body: { request: 'start' },
      jsep: { type: 'offer', sdp: 'v=0\r\nm=video' },
    },
    { ...toHandle, rtcgw: 'message', body: { request: 'stop' } },
    { ...toHandle, rtcgw: 'trickle', candidate: { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 } },
    { ...toHandle, rtcgw: 'trickle', candidates: [{ completed: true }] },
    { ...toHandle, rtcgw: 'hangup' },
    { ...toHandle, rtcgw: 'detach' },
  ];
}

export function malformed(known: Known): fc.Arbitrary<string> {
  const valid = fc.constantFrom(...samples(known));
  const strange = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('__proto__', 'constructor', 2 ** 53, -1, 0.5, 'x'.repeat(5_000)),
    fc.constant(known.foreignSession),
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  );
  const fields = ['rtcgw', 'transaction', 'token', 'session_id', 'handle_id', 'body', 'jsep', 'candidate'];
  const wrongFields = fc
    .tuple(
      valid,
      fc.dictionary(fc.constantFrom(...fields, 'plugin', 'device', 'candidates', 'channel'), strange, {
        maxKeys: 3,
      }),
    )
    .map(([message, changes]) => JSON.stringify({ ...message, ...changes }));
  const foreign = fc
    .tuple(valid, fc.string(), fc.boolean(), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }))
    .map(([message, token, isOwnToken, handle_id]) =>
      JSON.stringify({
        ...message,
        ...(isOwnToken ? {} : { token }),
        session_id: known.foreignSession,
        handle_id,
      }),
    );
  const bytes = valid.map((message) => new TextEncoder().encode(JSON.stringify(message)));
  return fc.oneof(
    { weight: 4, arbitrary: bytes.chain(mutated).map((text) => new TextDecoder().decode(text)) },
    { weight: 4, arbitrary: wrongFields },
    { weight: 3, arbitrary: foreign },
    { weight: 1, arbitrary: fc.json({ maxDepth: 6 }) },
    { weight: 1, arbitrary: fc.constantFrom(...badTexts) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
  );
}
