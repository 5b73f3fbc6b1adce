import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { ok } from '../../lib/kernel/result.ts';
import type { Feature, FeatureContext } from '../../player-frame/session/feature.ts';
import { makePtz } from '../../player-frame/session/features/ptz.ts';
import { createPtzPress } from '../../player-frame/session/features/ptz-press.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { otherCamera, recordedPlayer } from '../kit/recorded-player.ts';

/** A command sent by the frame, with a function that answers it. */
interface Command {
  readonly action: 'start' | 'stop';
  readonly direction?: number;
  answer(code: string): Promise<void>;
}

const settled = async () => {
  for (let round = 0; round < 20; round += 1) await Promise.resolve();
};

describe('one press', () => {
  let clock: FakeClock;
  let commands: Command[];
  let answers: string[];

  beforeEach(() => {
    clock = new FakeClock();
    commands = [];
    answers = [];
  });

  const hold = () =>
    createPtzPress({
      clock,
      send: (action) =>
        new Promise((resolve) => {
          commands.push({
            action,
            answer: async (code) => {
              resolve(code);
              await settled();
            },
          });
        }),
      answered: (code) => answers.push(code),
    });
  const actions = () => commands.map(({ action }) => action);

  it('repeats start every 400 ms while it lasts, and sends stop on release', async () => {
    const press = hold();
    await clock.advance(1_200);
    expect(actions()).toEqual(['start', 'start', 'start', 'start']);
    for (const { answer } of commands) await answer('200');
    const ending = press.end();
    await settled();
    expect(actions().at(-1)).toBe('stop');
    await commands.at(-1)!.answer('200');
    await ending;
    await clock.advance(5_000);
    expect(actions().filter((action) => action === 'stop')).toHaveLength(1);
    expect(clock.pending).toBe(0);
  });

  it('retries a failed stop once', async () => {
    const press = hold();
    await commands[0]!.answer('200');
    const ending = press.end();
    await commands[1]!.answer('network.timeout');
    expect(actions()).toEqual(['start', 'stop', 'stop']);
    await commands[2]!.answer('network.timeout');
    await ending;
    expect(commands).toHaveLength(3);
  });

  it('sends stop again if it overtook a start', async () => {
    const press = hold();
    const ending = press.end();
    await commands[1]!.answer('200');
    expect(actions()).toEqual(['start', 'stop']);
    await commands[0]!.answer('200');
    expect(actions()).toEqual(['start', 'stop', 'stop']);
    await commands[2]!.answer('200');
    await ending;
  });

  it('drops an outdated response', async () => {
    hold();
    await clock.advance(400);
    await commands[1]!.answer('60002');
    await commands[0]!.answer('200');
    expect(answers).toEqual(['60002']);
  });

  it.each(['60004', '10031', '20007'])(
    'does not repeat a command that was answered with %s',
    async (code) => {
      hold();
      await commands[0]!.answer(code);
      await clock.advance(2_000);
      expect(commands).toHaveLength(1);
    },
  );

  it('continues after a network failure', async () => {
    hold();
    await commands[0]!.answer('network.timeout');
    await clock.advance(400);
    expect(commands).toHaveLength(2);
  });
});

describe('PTZ control', () => {
  let player: ReturnType<typeof recordedPlayer>;
  let ptz: Feature;
  let viewers: Set<string>;
  let sent: {
    action: string;
    deviceSerial: string;
    channelNo: number;
    direction: number;
    keepalive?: boolean;
  }[];
  let requested: string[];
  let capacity: Record<string, unknown>;
  let reported: { name: string; data: unknown }[];

  beforeEach(() => {
    player = recordedPlayer();
    sent = [];
    viewers = new Set();
    requested = [];
    reported = [];
    capacity = { support_ptz: '1' };
    const context = {
      clock: player.clock,
      host: { notify: (name: string, data: unknown) => reported.push({ name, data }) },
      lapp: {
        move: async (
          action: string,
          form: {
            deviceSerial: string;
            channelNo: number;
            direction: number;
            viewer: string;
            accessToken: string;
          },
          options: { keepalive?: boolean },
        ) => {
          const { accessToken: _, viewer, ...rest } = form;
          viewers.add(viewer);
          sent.push({
            action,
            ...rest,
            ...(options.keepalive === undefined ? {} : { keepalive: options.keepalive }),
          });
          return '200';
        },
        deviceCapacity: async (form: { deviceSerial: string; channelNo: number }) => {
          requested.push(`${form.deviceSerial}/${form.channelNo}`);
          return ok(capacity);
        },
      },
      token: async () => ok('token'),
      getState: () => player.state,
      send: player.send,
      request: async (request: Parameters<typeof player.send>[0]) => player.send(request),
    } as unknown as FeatureContext; // the members used here
    ptz = makePtz(context);
    player.onEffect = (effect) => {
      if (effect.do === 'notify') ptz.notify?.(effect.notice);
      else ptz.run?.(effect as Parameters<NonNullable<Feature['run']>>[0]);
    };
    player.store.subscribe(() => ptz.stateChanged?.(player.state));
  });
  afterEach(() => ptz.destroy?.());

  const withTheme = (name: 'pcLive' | 'simple') =>
    player.send({ type: 'request.setTheme', theme: builtInThemes[name] });
  const move = async () => {
    player.play();
    player.send({ type: 'request.openPtz' });
    player.send({ type: 'request.ptzMove', direction: 2 });
    await settled();
  };

  it('uses one viewer id for the lifetime of the player, regardless of its token', async () => {
    await move();
    player.send({ type: 'request.ptzStop' });
    await settled();
    expect([...viewers]).toEqual([expect.stringMatching(/^[A-Za-z0-9_-]{16,64}$/)]);
  });

  it('sends camera, channel and direction, also while the page is unloaded', async () => {
    await move();
    expect(sent).toEqual([
      { action: 'start', deviceSerial: 'DEMO00001', channelNo: 1, direction: 2, keepalive: true },
    ]);
    expect(reported).toEqual([{ name: 'ptz', data: { direction: 2, code: '200' } }]);
    expect(player.state.ptz.light).toBe('accepted');
  });

  it.each([
    ['the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
    ['the page is unloaded', () => window.dispatchEvent(new Event('pagehide'))],
    [
      'the tab is hidden',
      () => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        Reflect.deleteProperty(document, 'hidden');
      },
    ],
    ['the pad closes', () => player.send({ type: 'request.closePtz' })],
    ['the address changes', () => player.send({ type: 'request.changeUrl', address: otherCamera })],
    ['playing is given up', () => player.fail('other', '20002')],
    ['the host page disconnected', () => void ptz.reset?.()],
    ['it is destroyed', () => void ptz.destroy?.()],
  ])('sends stop when %s', async (_when, happen) => {
    await move();
    happen();
    await settled();
    expect(sent.map(({ action }) => action)).toEqual(['start', 'stop']);
    expect(sent[1]).toMatchObject({ deviceSerial: 'DEMO00001', direction: 2 });
    await player.clock.advance(3_000);
    expect(sent).toHaveLength(2);
  });

  it('queries the capabilities once per camera, after its first frame, if a pad may be needed', async () => {
    withTheme('pcLive');
    player.setUp();
    player.send({ type: 'request.play' });
    await settled();
    expect(requested).toEqual([]);
    player.resolved();
    player.firstFrame();
    await settled();
    player.send({ type: 'request.openPtz' });
    await settled();
    expect(requested).toEqual(['DEMO00001/1']);
    expect(player.state.ptz.isCapable).toBe(true);
    capacity = { support_ptz: '0', ptz_top_bottom: '1' };
    player.play(otherCamera);
    player.send({ type: 'request.changeUrl', address: otherCamera });
    player.resolved();
    player.firstFrame();
    await settled();
    expect(requested).toEqual(['DEMO00001/1', 'DEMO00002/1']);
    expect(player.state.ptz.isCapable).toBe(false);
    // On a recorder, PTZ support differs between channels.
    capacity = { support_ptz: '1' };
    player.send({ type: 'request.changeUrl', address: otherCamera.replace('/1.', '/2.') });
    player.resolved();
    player.firstFrame();
    await settled();
    expect(requested.at(-1)).toBe('DEMO00002/2');
    expect(player.state.ptz.isCapable).toBe(true);
  });

  it('does not query them if the theme has no pad', async () => {
    player.play();
    await settled();
    expect(requested).toEqual([]);
  });

  it('obeys disabledPTZ', async () => {
    player.play();
    await ptz.begin?.({ autoplay: true, audio: false, disabledPTZ: true });
    player.send({ type: 'request.openPtz' });
    expect(player.state.ptz).toMatchObject({ isOpen: false, isDisabled: true });
  });
});
