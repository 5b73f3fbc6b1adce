/** Addresses of streams of other servers: which may be played, and by which engine. Loaded with the first one. */
import { err, ok } from '../../lib/kernel/result.ts';
import { openStream, type PlainStream } from '../../lib/plain-stream/open-stream.ts';
import { readBootDocument } from '../boot-document.ts';
import type { PlainTarget } from '../engines/engine.ts';
import { pickPlainEngine } from '../engines/plain/pick-plain-engine.ts';
import { plainEngines } from '../engines/plain/plain-engines.ts';
import type { AttemptDeps } from './playback-attempt.ts';

/**
 * Why an address may not be played, as a code; null: it may. `origins` are those of the operator's setting, to which the
 * policy of this page limits connections.
 */
export function plainRefusal(
  address: string,
  origins: readonly string[],
  { protocol: pageProtocol }: Pick<Location, 'protocol'>,
): string | null {
  if (!URL.canParse(address)) return 'plain.address';
  const { protocol, username, password, host, hostname } = new URL(address);
  // Browsers refuse them, and pages log addresses.
  if (username || password) return 'plain.credentials';
  const isSecure = protocol === 'https:' || protocol === 'wss:';
  if (!origins.includes(`${isSecure ? 'https' : 'http'}://${host}`)) return 'plain.origin';
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
  return pageProtocol === 'https:' && !isSecure && !isLocal ? 'plain.insecure' : null;
}

/**
 * What an attempt needs for a stream of another server: no token, the connection itself in place of an address, and an
 * engine that goes on with this connection.
 */
export function plainDeps(deps: AttemptDeps): AttemptDeps {
  let stream: PlainStream;
  return {
    ...deps,
    tokens: { ...deps.tokens, get: async () => ok('') },
    addresses: {
      async resolve({ address }, { signal }) {
        const { streamOrigins = [] } = readBootDocument(document);
        const code = plainRefusal(address, streamOrigins, location);
        if (code) return err({ kind: 'other', code, stage: 'address', message: null });
        const opened = await openStream(address, signal);
        if (!opened.ok) return err({ ...opened.error, stage: 'stream', message: null });
        stream = opened.value;
        const target: PlainTarget = { url: address, ticket: '', plain: stream };
        // There is nothing to renew.
        return ok({ target, deviceName: '', expireInMs: 0 });
      },
    },
    async makeEngine(position, stage) {
      const { order, candidates } = pickPlainEngine(stream.container);
      const kind = order[position];
      if (!kind) return null;
      const why = candidates.map((one) => `${one.kind}: ${one.reason}`).join('. ');
      return { engine: await plainEngines[kind].create(stage), choice: { kind, why } };
    },
  };
}
