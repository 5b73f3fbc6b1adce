import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { movePlayer } from '../../host-sdk/picture/index.ts';

const opening = { active: true, start: '{"continues":{"at":5}}' };
const closing = { active: false, start: '{"continues":null}' };

/** What browsers offer: a window of the page's origin. Closing it sends `pagehide`, while its document still exists. */
let opened: { readonly window: Window; isClosed: boolean }[];
let isAllowed: boolean;
let box: HTMLElement;
let iframe: HTMLIFrameElement;

beforeEach(() => {
  opened = [];
  isAllowed = true;
  box = document.body.appendChild(document.createElement('div'));
  iframe = box.appendChild(document.createElement('iframe'));
  iframe.width = '100%';
  iframe.height = '400';
  iframe.style.border = '0px';
  Object.assign(self, {
    documentPictureInPicture: {
      async requestWindow() {
        if (!isAllowed) throw new DOMException('no click', 'NotAllowedError');
        const window = document.body.appendChild(document.createElement('iframe')).contentWindow!;
        const one = { window, isClosed: false };
        window.close = () => {
          if (!one.isClosed) window.dispatchEvent(new Event('pagehide'));
          one.isClosed = true;
        };
        opened.push(one);
        return window;
      },
    },
  });
});
afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(self, 'documentPictureInPicture');
});

const picture = () => opened[0]!.window;
const soon = () => new Promise((next) => setTimeout(next));

describe('the window with a player', () => {
  it('takes the frame, and leaves a button in its place that leads back', async () => {
    const settings: Parameters<typeof movePlayer>[1] = { language: 'zh-CN', title: '大门' };
    await movePlayer(iframe, settings, opening);
    expect(picture().document.body.contains(iframe)).toBe(true);
    expect(picture().document.title).toBe('大门');
    expect(settings).toMatchObject({ pictureWindow: 'open', continues: { at: 5 } });
    const place = box.firstElementChild as HTMLElement;
    expect(place.textContent).toBe('画中画播放中返回页面');
    expect(place.style.width).toBe('100%');
    place.querySelector('button')?.click();
    expect(opened[0]?.isClosed).toBe(true);
    expect([...box.children]).toEqual([iframe]);
    expect(iframe.style.cssText).toBe('border: 0px;');
    expect(settings.pictureWindow).toBe('closed');
  });

  it('is opened once, and closed on request', async () => {
    const settings = {};
    await movePlayer(iframe, settings, opening);
    await movePlayer(iframe, settings, { active: true, start: '{"continues":{"at":9}}' });
    expect(opened).toHaveLength(1);
    // Renewed while it is open: the viewer may close it at any time.
    expect(settings).toMatchObject({ pictureWindow: 'open', continues: { at: 9 } });
    await movePlayer(iframe, settings, closing);
    expect(settings).toEqual({ pictureWindow: 'closed', continues: null });
    expect([...box.children]).toEqual([iframe]);
    await movePlayer(iframe, settings, closing);
    expect(opened).toHaveLength(1);
  });

  it('passes messages of the frame to the SDK in the page, and no others', async () => {
    await movePlayer(iframe, {}, opening);
    const received: unknown[] = [];
    const listen = ({ data, source }: MessageEvent) => received.push([data, source === iframe.contentWindow]);
    addEventListener('message', listen);
    const post = (data: string, source: Window | null) =>
      picture().dispatchEvent(new MessageEvent('message', { data, source, origin: 'https://o.example' }));
    post('hello', iframe.contentWindow);
    post('forged', window);
    removeEventListener('message', listen);
    expect(received).toEqual([['hello', true]]);
  });

  it('closes when the player is destroyed in it, and leaves nothing', async () => {
    await movePlayer(iframe, {}, opening);
    iframe.remove();
    await soon();
    expect(opened[0]?.isClosed).toBe(true);
    expect(box.children).toHaveLength(0);
  });

  it('rejects where the browser refuses it, and changes nothing', async () => {
    isAllowed = false;
    const settings = {};
    await expect(movePlayer(iframe, settings, opening)).rejects.toThrow('no click');
    expect(settings).toEqual({});
    expect([...box.children]).toEqual([iframe]);
  });
});
