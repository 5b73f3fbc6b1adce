import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import type { MediaEngine } from '../../player-frame/engines/engine.ts';
import { makeKeepPicture } from '../../player-frame/session/features/keep-picture.ts';
import { createLastPicture, keptForMs } from '../../player-frame/session/last-picture.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, otherCamera } from '../kit/recorded-player.ts';

const image = 'data:image/jpeg;base64,AAAA';
const encrypted = camera.replace('ezopen://', 'ezopen://SECRET@');
const key = 'oriel.picture/app/DEMO00001/1';

let stage: ReturnType<typeof featurePlayer>;
beforeEach(() => {
  localStorage.clear();
  HTMLCanvasElement.prototype.getContext = () => null;
  HTMLCanvasElement.prototype.toDataURL = () => image;
  const frame = { width: 640, height: 360, close: () => undefined } as ImageBitmap;
  // Only this method is used.
  const engine = { copyFrame: async () => frame } as Partial<MediaEngine> as MediaEngine;
  stage = featurePlayer(makeKeepPicture, { engine: () => engine });
});
afterEach(() => {
  stage.feature.destroy?.();
  vi.restoreAllMocks();
});

async function playFor(address: string, ms: number): Promise<void> {
  stage.player.play(address);
  await stage.player.clock.advance(ms);
}

describe('the last picture of a camera', () => {
  it('is kept two seconds after the first frame, and once per minute', async () => {
    await playFor(camera, 1_999);
    expect(localStorage.length).toBe(0);
    await stage.player.clock.advance(1);
    const first = localStorage.getItem(key);
    expect(first).toBe(`${stage.player.clock.now()} ${image}`);
    await stage.player.clock.advance(60_000);
    expect(localStorage.getItem(key)).not.toBe(first);
    expect(localStorage.length).toBe(1);
  });

  it('is never kept of an encrypted camera, and an earlier one is deleted', async () => {
    localStorage.setItem(key, `${stage.player.clock.now()} ${image}`);
    await playFor(encrypted, 3_000);
    expect(localStorage.length).toBe(0);
  });

  it('is not kept where the page keeps files from the disk of the viewer', async () => {
    stage.player.send({ type: 'request.display', change: { noDownload: true } });
    await playFor(camera, 3_000);
    expect(localStorage.length).toBe(0);
  });

  it('is deleted when the server refuses the camera', async () => {
    await playFor(camera, 3_000);
    expect(localStorage.length).toBe(1);
    stage.player.send({ type: 'request.stop' });
    stage.player.send({ type: 'request.play' });
    const failure = { kind: 'denied', code: '10031', stage: 'address', message: null } as const;
    stage.player.send({ type: 'event.failed', attempt: stage.player.attempt, failure });
    expect(localStorage.length).toBe(0);
  });

  it('is kept of 64 cameras; expired and oldest ones are deleted first', async () => {
    const now = stage.player.clock.now();
    localStorage.setItem('oriel.picture/app/OLD/1', `${now - keptForMs} ${image}`);
    for (let index = 0; index < 64; index += 1) {
      localStorage.setItem(`oriel.picture/app/CAM${index}/1`, `${now - index} ${image}`);
    }
    localStorage.setItem('other', 'untouched');
    await playFor(camera, 2_000);
    expect(localStorage.length).toBe(65);
    for (const gone of ['OLD', 'CAM63'])
      expect(localStorage.getItem(`oriel.picture/app/${gone}/1`)).toBeNull();
    for (const kept of ['CAM0', 'CAM62']) {
      expect(localStorage.getItem(`oriel.picture/app/${kept}/1`)).not.toBeNull();
    }
  });

  it('is not needed: without storage, everything else works', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await playFor(camera, 3_000);
    expect(stage.player.phase).toBe('playing');
  });
});

describe('while a video loads', () => {
  const shown = (): string | undefined => element.querySelector<HTMLImageElement>('.oriel-last-picture')?.src;
  let element: HTMLElement;

  function load(address: string): void {
    element = document.createElement('div');
    const picture = createLastPicture('app', element);
    stage.player.store.subscribe(() => picture.stateChanged(stage.player.state));
    stage.player.setUp(address);
    stage.player.send({ type: 'request.play' });
  }

  beforeEach(() => localStorage.setItem(key, `${Date.now()} ${image}`));

  it('it is shown once the server has granted the stream, until the first frame', () => {
    load(camera);
    expect(shown()).toBeUndefined();
    stage.player.resolved();
    expect(shown()).toBe(image);
    stage.player.firstFrame();
    expect(shown()).toBeUndefined();
  });

  it.each([
    ['of another camera', otherCamera],
    ['of an encrypted camera', encrypted],
  ])('none is shown %s', (_which, address) => {
    load(address);
    stage.player.resolved();
    expect(shown()).toBeUndefined();
  });

  it.each([
    ['expired', `${Date.now() - keptForMs} ${image}`],
    ['not a picture', `${Date.now()} https://elsewhere.example/p.jpg`],
    ['damaged', 'x'],
  ])('none is shown that is %s', (_which, kept) => {
    localStorage.setItem(key, kept);
    load(camera);
    stage.player.resolved();
    expect(shown()).toBeUndefined();
  });
});
