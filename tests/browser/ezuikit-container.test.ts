/** The container of a player of EZUIKit: its size, its content, and what is left after `destroy`. */
import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { FacadePage } from '../kit/facade-page.ts';

type Page = Window & {
  EZUIKit: {
    EZUIKitPlayer: new (options: object) => Record<string, (...args: unknown[]) => Promise<unknown>>;
  };
  made: Record<string, (...args: unknown[]) => Promise<unknown>>;
};
type Emits = { on(name: string, listener: () => void): unknown };

let facade: FacadePage;

beforeAll(async () => {
  facade = await FacadePage.start();
});
afterAll(() => facade?.close());
beforeEach(async () => {
  await facade.open();
  await facade.page.setViewportSize({ width: 1_000, height: 700 });
});

const style = (css: string) =>
  facade.page.evaluate((css) => {
    document.body.style.margin = '0';
    document.querySelector<HTMLElement>('#box')!.style.cssText = css;
  }, css);
const frameSize = () =>
  facade.page.evaluate(() => {
    const { width, height } = document.querySelector('iframe')!.getBoundingClientRect();
    return [Math.round(width), Math.round(height)];
  });
const until = (width: number, height: number) =>
  facade.page.waitForFunction(
    ([width, height]) => {
      const box = document.querySelector('iframe')?.getBoundingClientRect();
      return box !== undefined && Math.round(box.width) === width && Math.round(box.height) === height;
    },
    [width, height],
  );

describe('the size of a player', () => {
  it.each<[unknown, unknown, number, number]>([
    [640, 360, 640, 360],
    ['640', '360', 640, 360],
    ['640px', '360px', 640, 360],
    ['50vw', '20em', 500, 320],
    ['50%', 'calc(100vh - 200px)', 450, 500],
    ['', '', 900, 500],
    ['wide', null, 900, 500],
  ])('of width %j and height %j is %d by %d in a container of 900 by 500', async (width, height, ...size) => {
    await style('width:900px;height:500px;font-size:16px');
    await facade.make({ width, height });
    expect(await frameSize()).toEqual(size);
  });

  it('is 400 px high in a container that has only padding, and as wide as the container', async () => {
    await style('padding:20px');
    await facade.make();
    expect(await frameSize()).toEqual([960, 400]);
  });

  it('is 600 by 400 in a container that takes its size from its content', async () => {
    await style('display:inline-block');
    await facade.make();
    expect(await frameSize()).toEqual([600, 400]);
  });

  it('follows its container', async () => {
    await style('width:900px;height:500px');
    await facade.make();
    await style('width:300px;height:200px');
    expect(await frameSize()).toEqual([300, 200]);
  });

  it('follows a container that was hidden', async () => {
    await style('display:none');
    await facade.make();
    await style('width:320px;height:180px');
    await until(320, 180);
  });

  it('is changed by reSize and resize', async () => {
    await facade.make({ width: 640, height: 360 });
    await facade.started();
    await facade.page.evaluate(async () => {
      const { made } = window as unknown as Page;
      await made.reSize!('50vw', 300);
    });
    expect(await frameSize()).toEqual([500, 300]);
    await facade.page.evaluate(() => (window as unknown as Page).made.resize!(320, 180));
    expect(await frameSize()).toEqual([320, 180]);
  });

  it('leaves no gap below the video', async () => {
    await facade.make({ width: 640, height: 360 });
    const box = await facade.page.evaluate(
      () => document.querySelector('#box')!.getBoundingClientRect().height,
    );
    expect(box).toBe(360);
  });
});

describe('the container', () => {
  const content = () => facade.page.evaluate(() => document.querySelector('#box')!.innerHTML);

  it('loses its old content', async () => {
    await facade.page.evaluate(() => {
      document.querySelector('#box')!.innerHTML = '<img alt="loading"><p>loading</p>';
    });
    await facade.make();
    expect(await content()).toMatch(/^<iframe [^>]*><\/iframe>$/);
  });

  it('is empty as soon as destroy was called', async () => {
    await facade.make();
    const [left, leftAfter] = await facade.page.evaluate(async () => {
      const { made } = window as unknown as Page;
      const gone = made.destroy!();
      const box = document.querySelector('#box')!;
      const left = box.childElementCount;
      await gone;
      await made.destroy!();
      return [left, box.childElementCount];
    });
    expect([left, leftAfter]).toEqual([0, 0]);
  });

  it('keeps the hidden frame of a recording until the recording is saved', async () => {
    await facade.make();
    const [frame] = await facade.started();
    await facade.page.evaluate(() => {
      const page = window as unknown as { made: Emits; isRecording: Promise<void> };
      page.isRecording = new Promise((done) => void page.made.on('startSave', () => done()));
    });
    await frame!.evaluate(() => {
      const { link } = window.record;
      link.emit('state', { phase: 'playing', muted: true, attempt: 1, recording: true });
      link.emit('startSave', {});
    });
    const display = await facade.page.evaluate(async () => {
      const { made, isRecording } = window as unknown as Page & { isRecording: Promise<void> };
      await isRecording;
      await made.destroy!();
      return document.querySelector('iframe')?.style.display;
    });
    expect(display).toBe('none');
    await facade.page.waitForFunction(() => document.querySelectorAll('iframe').length === 0);
  });

  it('has one player if a page creates two, as in the strict mode of React without a clean-up', async () => {
    await facade.make();
    await facade.make();
    await facade.started(1);
    const same = await facade.page.evaluate(() => {
      const { made } = window as unknown as { made: { iframe: Element | null } };
      return (
        document.querySelectorAll('iframe').length === 1 && made.iframe === document.querySelector('iframe')
      );
    });
    expect(same).toBe(true);
  });

  it('is free again if the first of two players is destroyed later', async () => {
    const frames = await facade.page.evaluate(() => {
      const { EZUIKit } = window as unknown as Page;
      const options = { id: 'box', accessToken: 'the-token', url: 'ezopen://open.ys7.com/DEMO00001/1.live' };
      const first = new EZUIKit.EZUIKitPlayer(options);
      const second = new EZUIKit.EZUIKitPlayer(options);
      void first.destroy!();
      const left = document.querySelectorAll('iframe').length;
      void second.destroy!();
      return [left, document.querySelectorAll('iframe').length];
    });
    expect(frames).toEqual([1, 0]);
  });

  it('sees no unhandled rejection when calls end with their player', async () => {
    await facade.make();
    await facade.page.evaluate(async () => {
      const { made } = window as unknown as Page;
      for (const name of ['play', 'changePlayUrl', 'getOSDTime', 'openSound', 'capturePicture', 'pause'])
        void made[name]!();
      void made.destroy!();
      void made.play!();
      await new Promise((next) => setTimeout(next, 1_000));
    });
    expect(facade.complaints).toEqual([]);
  });
});
