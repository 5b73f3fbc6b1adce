import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { EZUIKitInspectionUI } from '../../host-sdk/ezuikit/inspection/inspection-ui.ts';
import { type FakeSdkPlayer, fakeSdkPlayers } from '../kit/fake-sdk-player.ts';

vi.mock('../../host-sdk/player-handle.ts', () => import('../kit/fake-sdk-player.ts'));

const live = (serial: string) => `ezopen://oriel/${serial}/1.live`;
const settle = () => new Promise((next) => setTimeout(next, 0));
let wall: EZUIKitInspectionUI;

beforeEach(() => {
  fakeSdkPlayers.length = 0;
  // Missing in jsdom, as the observer is.
  Object.assign(document, { adoptedStyleSheets: [] });
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
});
afterEach(async () => {
  await wall.destroy();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(document, 'adoptedStyleSheets');
});

function show(...serials: string[]): void {
  wall = new EZUIKitInspectionUI(document.body.appendChild(document.createElement('div')), {
    ...{ server: 'https://oriel.example', app: 'APP', timeline: true, pageSize: 4 },
    list: serials.map(live),
  });
}
const controls = () => fakeSdkPlayers.filter(({ options }) => options.controlsOnly).at(-1);
const playerOf = (serial: string) =>
  fakeSdkPlayers.find(({ options }) => options.url === live(serial) && !options.controlsOnly)!;

async function start(...players: (FakeSdkPlayer | undefined)[]): Promise<void> {
  for (const player of players) {
    player!.connect();
    await settle();
    player!.report({ address: player!.options.url ?? '' });
  }
  await settle();
}

/** The cameras that the timeline controls. */
async function cameras(): Promise<unknown> {
  await wall.wall!.broadcast.start();
  return fakeSdkPlayers.flatMap(({ options, calls }) =>
    calls.flatMap(([name, talk]) =>
      name === 'startTalk' ? [options.url, ...(talk as { cameras: string[] }).cameras] : [],
    ),
  );
}

describe('the timeline of a page with players that the page makes later', () => {
  it('appears with the first one', async () => {
    show();
    expect(controls()).toBeUndefined();
    wall.initPlayer(0, 1, live('A'));
    expect(controls()?.options.url).toBe(live('A'));
    await start(playerOf('A'), controls());
    expect(await cameras()).toEqual([live('A')]);
  });

  it('controls those that were made while it was loading, and not those that they replaced', async () => {
    show('A', 'B');
    wall.initPlayer(0, 1, live('C'));
    await start(playerOf('A'), playerOf('C'), controls());
    expect(await cameras()).toEqual([live('A'), live('C')]);
  });

  it('follows the one on the selected screen', async () => {
    show('A', 'B');
    await start(playerOf('A'), playerOf('B'), controls());
    wall.initPlayer(0, 1, live('C'));
    await start(playerOf('C'));
    const chosen = () => controls()!.calls.filter(([name]) => name === 'changePlayUrl');
    expect(chosen()).toEqual([]);
    wall.initPlayer(0, 0, live('D'));
    await start(playerOf('D'));
    expect(chosen()).toEqual([['changePlayUrl', live('D')]]);
  });
});
