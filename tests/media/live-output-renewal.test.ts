import { expect } from 'expect';
import { afterEach, beforeAll, describe, it } from 'vitest';
import type { StreamKey } from '../../lib/media/ports.ts';
import { type CodedClip, makeClip } from '../kit/coded-clip.ts';
import { type FlvClient, openClient, until, videoFrames } from '../kit/flv-client.ts';
import { LiveServer, type LiveServerOptions } from '../kit/live-server.ts';

/** A viewer that stays connected while its grant is replaced. */
let clip: CodedClip;
beforeAll(() => {
  clip = makeClip({ seconds: 2, fps: 25, gopSeconds: 1 });
});

let server: LiveServer;
const clients: FlvClient[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await server.close();
});

const soonMs = 700;
/** Expiry is checked twice a second. */
const safelyAfterMs = 1_500;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function start(output: LiveServerOptions['output'] = {}): Promise<void> {
  server = await new LiveServer({ clip, output }).listen();
}

async function watch(grantId = 'old', expiresAt = Number.MAX_SAFE_INTEGER): Promise<FlvClient> {
  const ticket = server.gate.issue({}, grantId, expiresAt);
  const client = await openClient('ws', { port: server.port, ticket });
  clients.push(client);
  await until('frames', () => videoFrames(client).length >= 3);
  return client;
}

const show = (client: FlvClient, ticket: string) => client.send(JSON.stringify({ ticket }));
const requested = (times: number) => until(`${times} checked tickets`, () => server.gate.requested >= times);

/** Issues a new grant for the same stream, and sends its ticket. */
async function renew(client: FlvClient, grantId = 'new', expiresAt = Number.MAX_SAFE_INTEGER) {
  const before = server.gate.requested;
  show(client, server.gate.issue({}, grantId, expiresAt));
  await requested(before + 1);
  await wait(20);
}

describe('a further ticket for the same stream', () => {
  it('extends the stream beyond the end of its first grant without losing a frame', async () => {
    await start();
    const client = await watch('old', Date.now() + soonMs);
    await renew(client);
    await wait(soonMs + safelyAfterMs);
    expect(client.isClosed).toBe(false);
    const gaps = videoFrames(client).map((one, index, all) =>
      index === 0 ? 0 : one.arrivedAtMs - all[index - 1]!.arrivedAtMs,
    );
    expect(Math.max(...gaps.slice(3))).toBeLessThan(1_000);
    expect(server.starts).toBe(1);
    expect(server.output.stats()).toMatchObject({ connections: 1, viewers: 1 });
  });

  it('ends the stream at the end of the new grant', async () => {
    await start();
    const client = await watch('old');
    await renew(client, 'new', Date.now() + soonMs);
    expect(await client.closed).toEqual({ status: 4403, code: 'grant.expired' });
  });

  it.each([true, false])(
    'leaves no effect of revoking the old grant (notified in this process: %s)',
    async (tell) => {
      await start();
      const client = await watch('old');
      await renew(client);
      server.gate.revoke('old', tell);
      await wait(2_500);
      expect(client.isClosed).toBe(false);
      server.gate.revoke('new', tell);
      expect(await client.closed).toEqual({ status: 4403, code: 'grant.ended' });
    },
  );

  it('may be of the same grant and is counted once', async () => {
    await start({ limits: { perGrant: 1 } });
    const client = await watch('old', Date.now() + soonMs);
    await renew(client, 'old');
    await wait(soonMs + safelyAfterMs);
    expect(client.isClosed).toBe(false);
    client.destroy();
    await until('no connected viewer', () => server.output.stats().viewers === 0);
    await watch('old');
  });

  it('releases the viewer count of the old grant', async () => {
    await start({ limits: { perGrant: 1 } });
    await renew(await watch('old'));
    await watch('old');
    expect(server.output.stats().viewers).toBe(2);
  });
});

describe('a further ticket that is not accepted changes nothing:', () => {
  const others: Partial<StreamKey>[] = [
    { deviceSerial: 'CAM2' },
    { channelNo: 2 },
    { profile: 'sub' },
    { video: 'h264' },
    { tenantId: 'tenant-2' },
  ];
  const cases: [string, () => string][] = [
    ...others.map((other): [string, () => string] => [
      `one for ${JSON.stringify(other)}`,
      () => server.gate.issue(other, 'new'),
    ]),
    ['an invented one', () => 'omt1.made.up'],
    ['one of a grant that has run out', () => server.gate.issue({}, 'new', Date.now() - 1)],
  ];

  it.each(cases)('%s', async (_name, ticketOf) => {
    await start();
    const client = await watch('old', Date.now() + 2 * soonMs);
    show(client, ticketOf());
    await requested(2);
    const seen = videoFrames(client).length;
    server.gate.revoke('new');
    await until('further frames', () => videoFrames(client).length > seen + 5);
    expect(await client.closed).toEqual({ status: 4403, code: 'grant.expired' });
  });

  it('one that was used before', async () => {
    await start();
    const used = server.gate.issue({}, 'new');
    clients.push(await openClient('ws', { port: server.port, ticket: used }));
    const client = await watch('old', Date.now() + soonMs);
    show(client, used);
    expect(await client.closed).toEqual({ status: 4403, code: 'grant.expired' });
  });

  it('one of a grant with the maximum number of viewers', async () => {
    await start({ limits: { perGrant: 1 } });
    await watch('new');
    const client = await watch('old', Date.now() + soonMs);
    await renew(client);
    expect(server.output.stats().viewers).toBe(2);
    expect(await client.closed).toEqual({ status: 4403, code: 'grant.expired' });
  });

  it('any while the gate is unavailable; the next one is accepted', async () => {
    await start();
    const client = await watch('old', Date.now() + 2 * soonMs);
    server.gate.failure = new Error('the database is gone');
    await renew(client);
    server.gate.failure = null;
    expect(client.isClosed).toBe(false);
    await renew(client);
    await wait(2 * soonMs + safelyAfterMs);
    expect(client.isClosed).toBe(false);
  });
});

describe('other messages of a viewer', () => {
  it.each([
    ['text that is no ticket', 'and another thing'],
    ['a ticket with something beside it', '{"ticket":"a","x":1}'],
    ['bytes', Buffer.from('{"ticket":"a"}')],
  ])('are rejected: %s', async (_name, message) => {
    await start();
    const client = await watch();
    client.send(message);
    expect(await client.closed).toEqual({ status: 1008, code: 'ws.unexpected' });
    expect(server.gate.requested).toBe(1);
    await until('no connected viewer', () => server.output.stats().connections === 0);
  });

  it('are limited: a flood of tickets causes few gate calls and closes the connection', async () => {
    await start();
    const client = await watch();
    for (let count = 0; count < 500; count += 1) show(client, `made-up-${count}`);
    expect(await client.closed).toEqual({ status: 1008, code: 'ws.unexpected' });
    expect(server.gate.requested).toBeLessThanOrEqual(6);
    await until('no connected viewer', () => server.output.stats().connections === 0);
    expect(server.output.stats().pendingBytes).toBe(0);
  });

  it('may arrive before the first ticket was verified', async () => {
    await start();
    const first = JSON.stringify({ ticket: server.gate.issue({}, 'old', Date.now() + soonMs) });
    const client = await openClient('ws', { port: server.port, firstMessage: first });
    clients.push(client);
    show(client, server.gate.issue({}, 'new'));
    await wait(soonMs + safelyAfterMs);
    expect(client.isClosed).toBe(false);
  });
});
