import { expect } from 'expect';
import { beforeEach, describe, it, vi } from 'vitest';
import type { MediaEngine } from '../../player-frame/engines/engine.ts';
import { createLastFrame } from '../../player-frame/session/last-frame.ts';

let stage: HTMLElement;
let drawn: unknown[];

beforeEach(() => {
  stage = document.createElement('div');
  drawn = [];
  const context = { drawImage: (source: unknown) => drawn.push(source) };
  HTMLCanvasElement.prototype.getContext = (() => context) as never;
});

const lastFrame = () => stage.querySelector<HTMLCanvasElement>('.oriel-last-frame');
const frame = () => ({ width: 640, height: 360, close: vi.fn() });

/** An engine that draws in a worker, so its canvas cannot be read. The test decides when its copies arrive. */
function copyingEngine() {
  stage.append(document.createElement('canvas'));
  let resolve: (copy: ReturnType<typeof frame> | null) => void = () => {};
  const promise = new Promise<ReturnType<typeof frame> | null>((settle) => {
    resolve = settle;
  });
  const engine = { copyFrame: () => promise } as unknown as MediaEngine; // the members used here
  const arrives = async (copy: ReturnType<typeof frame> | null) => {
    resolve(copy);
    await new Promise((next) => setTimeout(next));
  };
  return { engine, arrives };
}

describe('the last frame', () => {
  it('of an engine that draws in the page is read from its element immediately, and is shown behind the next engine', () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    stage.append(canvas);
    createLastFrame(stage).keep({} as MediaEngine);
    expect(drawn).toEqual([canvas]);
    expect(stage.firstElementChild).toBe(lastFrame());
    expect(lastFrame()).toMatchObject({ width: 320, height: 180 });
  });

  it('of an engine that draws in a worker is its copy, and the canvas is never read', async () => {
    const { engine, arrives } = copyingEngine();
    createLastFrame(stage).keep(engine);
    expect(drawn).toEqual([]);
    const copy = frame();
    await arrives(copy);
    expect(drawn).toEqual([copy]);
    expect(lastFrame()).toMatchObject({ width: 640, height: 360 });
    expect(copy.close).toHaveBeenCalledTimes(1);
  });

  it("is dropped and freed if it arrives after the next engine's", async () => {
    const { engine, arrives } = copyingEngine();
    const last = createLastFrame(stage);
    last.keep(engine);
    last.clear();
    const copy = frame();
    await arrives(copy);
    expect(drawn).toEqual([]);
    expect(lastFrame()).toBeNull();
    expect(copy.close).toHaveBeenCalledTimes(1);
  });

  it('remains the previous one if no copy can be made', async () => {
    const last = createLastFrame(stage);
    const [one, two] = [copyingEngine(), copyingEngine()];
    last.keep(one.engine);
    await one.arrives(frame());
    last.keep(two.engine);
    await two.arrives(null);
    expect(drawn).toHaveLength(1);
    expect(lastFrame()).not.toBeNull();
  });
});
