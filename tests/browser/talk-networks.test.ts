/** Talk between networks: a viewer behind a symmetric NAT and firewalls, with and without a TURN server. */
import { randomUUID } from 'node:crypto';
import { expect } from 'expect';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import { iceServersFor } from '../../lib/media/gateway/peers/ice-servers.ts';
import { chromiumShellPath, launchChromium } from '../kit/chromium.ts';
import { type Coturn, startCoturn } from '../kit/coturn.ts';
import { eventually } from '../kit/host-page.ts';
import { NatWorld, turnAddress } from '../kit/nat-world.ts';
import { describeInNamespace } from '../kit/network-namespace.ts';
import { type RemotePeers, startRemotePeers } from '../kit/remote-peer.ts';
import { PageCall, showTalkPage, type TalkOptions } from '../kit/talk-page.ts';

const secret = randomUUID();
const relays = (...transports: readonly string[]): TalkOptions['iceServers'] =>
  iceServersFor(
    {
      stunUrls: [],
      turnUrls: transports.map((transport) => `turn:${turnAddress}:3478?transport=${transport}`),
      turnCredentials: { kind: 'secret', secret },
    },
    'viewer',
    Date.now(),
  );

describeInNamespace('A viewer behind a symmetric NAT', () => {
  let world: NatWorld;
  let coturn: Coturn;
  let peers: RemotePeers;
  let browser: Browser;
  let page: Page;
  let call: PageCall | null = null;
  beforeAll(async () => {
    world = new NatWorld();
    coturn = await startCoturn(world.wrap('server', 'turnserver'), turnAddress, secret);
    peers = await startRemotePeers(world.wrap('server', process.execPath));
    browser = await launchChromium([], world.wrap('viewer', chromiumShellPath()));
    page = await browser.newPage();
    await showTalkPage(page);
  });
  afterEach(async () => {
    await call?.close();
    world.allowAll();
  });
  afterAll(async () => {
    await browser?.close();
    await peers?.stop();
    await coturn?.stop();
    world?.dispose();
  });

  async function connect(options: TalkOptions): Promise<PageCall> {
    call = new PageCall({ evaluate: (expression) => page.evaluate(expression) }, peers.open());
    await call.connect(options);
    return call;
  }

  async function talks(talk: PageCall): Promise<void> {
    await talk.up();
    const packets = talk.received.length;
    await eventually('the microphone', async () => talk.received.length > packets + 50, 20_000);
    talk.sendTone(660, 0.25);
    await eventually('audio of the server', async () => (await talk.packetsInPage()) > 50, 20_000);
  }

  it('talks directly: the browser opens the path', async () => {
    const talk = await connect({});
    await talks(talk);
    expect(await talk.path()).toMatchObject({ relay: null });
  });

  it('talks through a relay if UDP is open to the TURN server only', async () => {
    world.blockUdp({ turn: true });
    const talk = await connect({ iceServers: relays('udp', 'tcp') ?? [] });
    await talks(talk);
    expect(await talk.path()).toEqual({ type: 'relay', relay: 'udp' });
  });

  it('talks through a relay over TCP if all UDP is blocked', async () => {
    world.blockUdp({ turn: false });
    const talk = await connect({ iceServers: relays('udp', 'tcp') ?? [] });
    await talks(talk);
    expect(await talk.path()).toEqual({ type: 'relay', relay: 'tcp' });
  });

  it('talks through a relay if that is demanded, although there is a direct path', async () => {
    const talk = await connect({ iceServers: relays('udp') ?? [], relayOnly: true });
    await talks(talk);
    expect(await talk.path()).toEqual({ type: 'relay', relay: 'udp' });
  });

  it('learns that there is no network path, if UDP is blocked and there is no relay', async () => {
    world.blockUdp({ turn: false });
    const talk = await connect({});
    await eventually('the end', async () => talk.states.length > 0, 40_000);
    expect(talk.states).toEqual([
      {
        state: 'down',
        reason: 'No packet of the browser has reached the server: there is no network path between them',
      },
    ]);
  });

  it('gets no relay with a wrong secret', async () => {
    world.blockUdp({ turn: true });
    const forged = (relays('udp') ?? []).map((server) => ({ ...server, credential: 'forged' }));
    const talk = await connect({ iceServers: forged });
    await eventually('the end', async () => talk.states.length > 0, 40_000);
    expect(talk.states).toMatchObject([{ state: 'down' }]);
  });
});
