/** Runs in a page: thousands of malformed messages, the same ones for the same seed. */

const names = [
  ...['start', 'play', 'stop', 'openSound', 'closeSound', 'startSave', 'stopSave', 'capturePicture'],
  ...[
    'enableZoom',
    'closeZoom',
    'getOSDTime',
    'autoResize',
    'btnReRender',
    'changePlayUrl',
    'fetchThemeData',
  ],
  ...['setThemeData', 'edit', 'handleSuccess', 'handleError', 'dblclick', 'startTalk', 'stopTalk', 'esc'],
  ...['clickEventHandle', 'removeEventHandle', 'iframeFullScreen', 'token', 'welcome', 'state'],
  ...['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', 'start0', 'state3', ''],
];
const fields = ['oriel', 'v', 'n', 'k', 'i', 't', 'd', 'url', 'autoplay', 'audio', 'language', 'reason'];
const words = [
  'hello',
  'syn',
  'port',
  'start',
  'expired',
  'device',
  'playing',
  'ezopen://h/S/1.live',
  '10002',
];

export interface Strange {
  readonly message: unknown;
  readonly transfer: Transferable[];
}

export interface Fuzzer {
  /** Window messages: similar to a handshake, to a legacy message, or random. Never a hello, which a frame may send. */
  forWindow(): Strange;
  /** Port messages: similar to an envelope, or random. Never a goodbye, which closes the port. */
  forPort(): Strange;
}

export function createFuzzer(seed: number, received: (data: unknown) => void): Fuzzer {
  let state = seed >>> 0;
  /** mulberry32: 0 … 1. */
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)]!;
  let transfer: Transferable[] = [];
  let lastId = 0;

  const deep = (depth: number) => {
    let value: unknown = 'bottom';
    for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { d: value };
    return value;
  };
  const cyclic = () => {
    const loop: Record<string, unknown> = { k: 0, i: 1, t: 'play' };
    loop.d = loop;
    return loop;
  };
  const channelEnd = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => received(event.data);
    transfer.push(port2);
    return port2;
  };
  const withOwnProto = () =>
    JSON.parse('{"__proto__":{"polluted":1,"muted":true},"constructor":{"prototype":{"polluted":1}}}');
  const sparse = () => {
    const list = new Array<unknown>(below(40));
    list[below(40)] = pick(words);
    return list;
  };

  /** A random value that can be cloned. Large and deep ones are rare, since they are slow to send. */
  const anything = (): unknown => {
    const rare = below(400);
    if (rare === 0) return 'x'.repeat(1_000_000 + below(4_000_000));
    if (rare === 1) return deep(2_000);
    if (rare === 2) return Array.from({ length: 20_000 }, (_, at) => at);
    if (rare === 3) return Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key${at}`, at]));
    return pick<() => unknown>([
      () => undefined,
      () => null,
      () => random() < 0.5,
      () => below(10),
      () => -below(10),
      () => random(),
      () => Number.NaN,
      () => Number.POSITIVE_INFINITY,
      () => 2 ** 60,
      () => BigInt(below(1_000)),
      () => '',
      () => pick(names),
      () => pick(words),
      () => 'y'.repeat(below(5_000)),
      () => new Date(below(1e9)),
      () => new Map([[pick(fields), below(9)]]),
      () => new Set([pick(words)]),
      () => new Uint8Array(below(64)),
      () => new ArrayBuffer(8),
      () => new Blob(['x']),
      () => new Error('strange'),
      () => /x/g,
      () => Object(below(2) ? 'boxed' : 1),
      () => [],
      () => ({}),
      () => sparse(),
      () => withOwnProto(),
      () => cyclic(),
      () => deep(50),
      () => channelEnd(),
    ])();
  };

  /** Fields with valid or invalid values, some missing, some in excess. */
  const near = (shape: Record<string, () => unknown>): unknown => {
    if (below(20) === 0) return anything();
    const value: Record<string, unknown> = below(10) === 0 ? withOwnProto() : {};
    for (const [key, make] of Object.entries(shape))
      if (below(12) > 0) value[key] = below(6) === 0 ? anything() : make();
    if (below(4) === 0) value[pick(fields)] = anything();
    return value;
  };

  const data = () =>
    near({ url: () => pick(words), autoplay: () => true, audio: () => false, reason: () => pick(words) });
  const envelope = () =>
    near({
      k: () => below(6),
      i: () => ++lastId,
      t: () => pick(names),
      d: () => (below(2) ? data() : anything()),
    });

  const made = (message: unknown): Strange => {
    const sent = { message, transfer };
    transfer = [];
    return sent;
  };

  return {
    forWindow() {
      if (below(2)) channelEnd();
      const { message, transfer } = made(
        pick<() => unknown>([
          () => near({ oriel: () => pick(words.slice(1)), v: () => [1, 2], n: () => pick(words) }),
          () => near({ oriel: () => 'port', v: () => 1, n: () => pick(words) }),
          () => near({ oriel: () => 'syn' }),
          envelope,
          () => near({ action: () => pick(names), url: () => pick(words), accessToken: () => pick(words) }),
          () => pick(names),
          anything,
        ])(),
      );
      // A random message may be a hello by chance.
      const isHello = (message as { readonly oriel?: unknown } | null | undefined)?.oriel === 'hello';
      return isHello ? { message: 'hello', transfer: [] } : { message, transfer };
    },
    forPort: () => made(envelope()),
  };
}
