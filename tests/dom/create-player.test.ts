/** What `createPlayer` refuses, and how `getToken` answers the player. */
import { expect } from 'expect';
import { afterEach, describe, it, vi } from 'vitest';
import { createPlayer } from '../../host-sdk/index.ts';
import type { Player, PlayerOptions } from '../../host-sdk/types.ts';

const server = 'https://video.example.com';
const options: PlayerOptions = { server, app: 'key', getToken: () => 'token' };
const box = () => document.body.appendChild(document.createElement('div'));

const players: Player[] = [];
const create = (target: unknown, given: unknown): Player => {
  const player = createPlayer(target as Element, given as PlayerOptions);
  player.ready.catch(() => {});
  players.push(player);
  return player;
};

afterEach(() => {
  for (const player of players.splice(0)) void player.destroy();
  document.body.replaceChildren();
});

describe('createPlayer', () => {
  it.each<[string, () => unknown, unknown, string]>([
    ['no container', () => null, options, 'container null: no element or iframe'],
    ['a selector of nothing', () => '#nothing', options, 'container #nothing: no element or iframe'],
    ['no options', box, undefined, 'server undefined: no http URL'],
    ['null as options', box, null, 'server undefined: no http URL'],
    ['no server', box, { ...options, server: undefined }, 'server undefined: no http URL'],
    ['another scheme', box, { ...options, server: 'file:///x' }, 'server file:///x: no http URL'],
    ['no getToken', box, { server, app: 'key' }, 'getToken: no function'],
    ['a token as getToken', box, { ...options, getToken: 'at.secret' }, 'getToken: no function'],
  ])('refuses %s, and names the option and why', (_what, target, given, message) => {
    const before = document.querySelectorAll('iframe').length;
    let error: unknown;
    try {
      create(target(), given);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({ name: 'PlayerError', code: 'option.invalid', retryable: false });
    expect((error as Error).message).toContain(message);
    expect((error as Error).message).not.toContain('secret');
    expect(document.querySelectorAll('iframe')).toHaveLength(before);
  });

  it.each(['img', 'video', 'audio', 'embed', 'input', 'script'])(
    'refuses <%s>, which has an address too, and leaves it as it is',
    (name) => {
      const element = document.body.appendChild(document.createElement(name));
      const before = element.outerHTML;
      expect(() => create(element, options)).toThrow('no element or iframe');
      expect(document.body.innerHTML).toBe(before);
    },
  );

  it('uses an iframe as it is', () => {
    const iframe = document.body.appendChild(document.createElement('iframe'));
    expect(create(iframe, options).iframe).toBe(iframe);
  });
});

describe('getToken', () => {
  interface Frame {
    readonly player: Player;
    readonly port: MessagePort;
    /** Answers that the player received: kind, and data. */
    readonly received: { k: number; t: string; d: unknown }[];
    ask(): Promise<{ k: number; d: unknown }>;
  }

  /** A player whose frame is played by the test. */
  async function connected(getToken: unknown): Promise<Frame> {
    const player = create(box(), { ...options, getToken });
    const { contentWindow } = player.iframe;
    const ports = new Promise<MessagePort>((resolve) => {
      vi.spyOn(contentWindow!, 'postMessage').mockImplementation(((
        _data: unknown,
        _to: string,
        sent?: MessagePort[],
      ) => {
        if (sent?.[0]) resolve(sent[0]);
      }) as never);
    });
    const hello = { oriel: 'hello', v: [1], n: `${Math.random()}` };
    dispatchEvent(new MessageEvent('message', { data: hello, origin: server, source: contentWindow }));
    const port = await ports;
    const received: Frame['received'] = [];
    let answered: (answer: { k: number; d: unknown }) => void = () => {};
    port.onmessage = ({ data }) => {
      received.push(data);
      if (data.t === 'token') answered(data);
    };
    port.postMessage({
      ...{ k: 1, i: 0, t: 'welcome' },
      d: { v: 1, features: [], state: { phase: 'idle', muted: true, attempt: 0 } },
    });
    await player.ready;
    const ask = () =>
      new Promise<{ k: number; d: unknown }>((resolve) => {
        answered = resolve;
        port.postMessage({ k: 0, i: 1, t: 'token', d: { reason: 'start' } });
      });
    return { player, port, received, ask };
  }

  it.each([
    ['a response', () => ({ ok: true, text() {} })],
    ['nothing', () => undefined],
    ['a number', async () => 5],
  ])(
    'that returns %s answers with something that is no text, which the player explains',
    async (_what, getToken) => {
      const frame = await connected(getToken);
      expect(await frame.ask()).toMatchObject({ k: 1, d: 0 });
      frame.port.close();
    },
  );

  it.each([
    [
      'throws',
      (error: unknown) => () => {
        throw error;
      },
    ],
    ['rejects', (error: unknown) => () => Promise.reject(error)],
  ])(
    'that %s tells the player nothing but that; the page finds what it threw as cause',
    async (_how, failing) => {
      const thrown = new Error('401 of my backend, with a secret');
      const frame = await connected(failing(thrown));
      const errors: unknown[] = [];
      frame.player.on('handleError', (error) => errors.push(error));
      const playing = frame.player.play('ezopen://oriel/A/1.live');
      expect(await frame.ask()).toEqual(expect.objectContaining({ k: 2, d: undefined }));
      const d = { code: 'token.threw', message: 'x', source: 'player', retryable: true };
      await vi.waitFor(() => expect(frame.received.some(({ t }) => t === 'play')).toBe(true));
      const { i } = frame.received.find(({ t }) => t === 'play') as unknown as { i: number };
      frame.port.postMessage({ k: 2, i, t: 'play', d });
      frame.port.postMessage({ k: 3, i: 0, t: 'handleError', d });
      const error = await playing.catch((reason: unknown) => reason);
      expect(error).toMatchObject({ name: 'PlayerError', code: 'token.threw' });
      expect((error as Error).cause).toBe(thrown);
      await vi.waitFor(() => expect(errors).toHaveLength(1));
      expect((errors[0] as { cause: unknown }).cause).toBe(thrown);
      expect(JSON.stringify(frame.received)).not.toContain('secret');
      // Other failures have none.
      frame.port.postMessage({ k: 3, i: 0, t: 'handleError', d: { ...d, code: 'network.closed' } });
      await vi.waitFor(() => expect(errors).toHaveLength(2));
      expect(errors[1]).not.toHaveProperty('cause');
      frame.port.close();
    },
  );
});
