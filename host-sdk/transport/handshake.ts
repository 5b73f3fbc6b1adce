import type { Hello } from '../../lib/protocol/index.ts';
import { helloShape, parseShape } from '../guards.generated.ts';

/**
 * Answers the frame's hello with a port, once for each document the frame shows. Only the frame itself is heard,
 * and only while it shows a page of `origin`; the port goes to that origin alone.
 *
 * `onPort` gets our end of a new channel, the first one or the next one after the frame reloaded; and whether the
 * frame speaks our version. Aborting what is returned ends it all.
 */
export const listenForFrame = (
  iframe: HTMLIFrameElement,
  origin: string,
  onPort: (port: MessagePort, isVersionCommon: boolean) => void,
): AbortController => {
  const listening = new AbortController();
  let nonce: string;

  // Nothing secret, so it may go to whatever page is there; a pinned origin would only fill the console.
  const callFrame = () => iframe.contentWindow?.postMessage({ oriel: 'syn' }, '*');

  addEventListener(
    'message',
    (event) => {
      // An iframe that was just taken out of the page has no window, as a message it left behind has no source.
      if (!event.source || event.source !== iframe.contentWindow || event.origin !== origin) return;
      const hello = parseShape(helloShape, event.data) as Hello | undefined;
      if (!hello || hello.n === nonce) return;
      nonce = hello.n;
      const channel = new MessageChannel();
      onPort(channel.port1, hello.v.includes(1));
      (event.source as Window).postMessage({ oriel: 'port', v: 1, n: nonce }, origin, [channel.port2]);
    },
    // It has the one property that is looked for: a signal.
    listening,
  );
  iframe.addEventListener('load', callFrame, listening);
  callFrame();
  return listening;
};
