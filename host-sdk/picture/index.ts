/**
 * Shows a player in a window of Document Picture-in-Picture, with its buttons. Loaded by the SDK when a viewer asks for
 * it. The window belongs to the host page: browsers give a frame none.
 */

/** Options of `start` that this module changes. A frame that moves to another document reloads, and starts with them. */
interface Settings {
  language?: string | undefined;
  title?: string | undefined;
  pictureWindow?: string | undefined;
}

/** The event of the player: to open or close the window. `start`: JSON of the options that the player continues with. */
interface PictureWindow {
  readonly active: boolean;
  readonly start: string;
}

/** Missing in the DOM library. */
interface DocumentPictureInPicture {
  requestWindow(size: { width: number; height: number }): Promise<Window>;
}

const texts = {
  zh: { shown: '画中画播放中', back: '返回页面' },
  en: { shown: 'Playing in picture-in-picture', back: 'Back to the page' },
};

/** At most one of them exists in a page. */
const windows = new WeakMap<HTMLIFrameElement, Window>();

/**
 * Moves the frame into a new window (`true`), or closes the window, which moves it back. Rejects with the error of the
 * browser, which wants a recent click or key press.
 */
export async function movePlayer(
  iframe: HTMLIFrameElement,
  settings: Settings,
  { active, start }: PictureWindow,
): Promise<void> {
  const open = windows.get(iframe);
  const handOver = () => Object.assign(settings, JSON.parse(start));
  if (!active || open) {
    // The player in the window reports where it is, again and again: the viewer may close the window at any time.
    handOver();
    if (!active) open?.close();
    return;
  }
  const { offsetWidth, offsetHeight } = iframe;
  const size = { width: Math.max(320, offsetWidth), height: Math.max(180, offsetHeight) };
  const page = self as unknown as { documentPictureInPicture: DocumentPictureInPicture };
  const picture = await page.documentPictureInPicture.requestWindow(size);
  windows.set(iframe, picture);
  handOver();
  settings.pictureWindow = 'open';

  const styles = iframe.style.cssText;
  const place = placeOf(iframe, settings.language);
  place.querySelector('button')?.addEventListener('click', () => picture.close());
  iframe.replaceWith(place);
  // The parent of the frame is that window now; the SDK listens in the page.
  picture.addEventListener('message', ({ data, origin, source }) => {
    if (source === iframe.contentWindow) dispatchEvent(new MessageEvent('message', { data, origin, source }));
  });
  picture.document.title = settings.title ?? document.title;
  picture.document.body.style.cssText = 'margin:0;background:#000';
  iframe.style.cssText = 'border:0;position:fixed;inset:0;width:100%;height:100%';
  picture.document.body.append(iframe);

  const removed = new MutationObserver(() => {
    if (!iframe.isConnected) picture.close();
  });
  removed.observe(picture.document.body, { childList: true });
  // Closed by the viewer, by this module, or because another player opens one.
  picture.addEventListener('pagehide', () => {
    removed.disconnect();
    windows.delete(iframe);
    settings.pictureWindow = 'closed';
    iframe.style.cssText = styles;
    // Not if the player was destroyed in the window.
    if (iframe.isConnected) place.replaceWith(iframe);
    else place.remove();
  });
}

/** Keeps the room of the frame in the page, and leads back. */
function placeOf(iframe: HTMLIFrameElement, language = navigator.language): HTMLElement {
  const { shown, back } = language.startsWith('zh') ? texts.zh : texts.en;
  const place = document.createElement('div');
  place.style.cssText = iframe.style.cssText;
  Object.assign(place.style, {
    ...{ display: 'grid', placeContent: 'center', justifyItems: 'center', gap: '12px' },
    ...{ boxSizing: 'border-box', background: '#15181d', color: '#fff', font: '14px system-ui, sans-serif' },
    width: lengthOf(iframe.width, iframe.offsetWidth),
    height: lengthOf(iframe.height, iframe.offsetHeight),
  });
  const text = document.createElement('span');
  text.textContent = shown;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = back;
  button.style.cssText =
    'font:inherit;color:inherit;background:#3a4150;border:0;border-radius:6px;padding:8px 16px;cursor:pointer';
  place.append(text, button);
  return place;
}

/** A percentage follows the container. */
const lengthOf = (attribute: string, px: number): string => (attribute.endsWith('%') ? attribute : `${px}px`);
