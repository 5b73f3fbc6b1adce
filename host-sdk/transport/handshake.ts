import type { Hello } from '../../lib/protocol/index.ts';
import { helloShape, parseShape } from '../guards.generated.ts';

/**
 * Answers the frame's hello with a port, once per document loaded in the frame. Only messages from this frame and
 * from `origin` are accepted, and the port is posted to that origin only.
 *
 * `onPort` receives our end of a new channel, again after each reload of the frame, and whether the protocol versions
 * match. Abort the returned controller to stop listening.
 */
export const listenForFrame = (
  iframe: HTMLIFrameElement,
  origin: string,
  onPort: (port: MessagePort, isVersionCommon: boolean) => void,
  onSilence: () => void,
): AbortController => {
  const listening = new AbortController();
  let nonce: string | undefined;

  // Contains no secret, so any origin may receive it; a fixed origin would log errors until the frame has loaded.
  const callFrame = () => iframe.contentWindow?.postMessage({ oriel: 'syn' }, '*');

  addEventListener(
    'message',
    (event) => {
      // Messages of a removed iframe have no source, and the iframe has no window.
      if ((event.source ?? 0) !== iframe.contentWindow || event.origin !== origin) return;
      const hello = parseShape(helloShape, event.data) as Hello | undefined;
      if (!hello || hello.n === nonce) return;
      nonce = hello.n;
      const channel = new MessageChannel();
      onPort(channel.port1, hello.v.includes(1));
      iframe.contentWindow?.postMessage({ oriel: 'port', v: 1, n: nonce }, origin, [channel.port2]);
    },
    // Used for its `signal` property only.
    listening,
  );
  iframe.addEventListener(
    'load',
    () => {
      callFrame();
      setTimeout(() => nonce || onSilence(), 2_000);
    },
    listening,
  );
  callFrame();
  return listening;
};
