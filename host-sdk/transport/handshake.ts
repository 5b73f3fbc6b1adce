import type { Hello } from '../../lib/protocol/index.ts';
import { helloShape, parseShape } from '../guards.generated.ts';

/** The protocol version this SDK speaks. */
const version = 1;

/**
 * Waits for the frame's hello and answers it with a port, once for each document the frame shows. Only the
 * frame itself is heard, and only while it shows a page of `origin`; the port goes to that origin alone.
 *
 * `onPort` gets our end of a new channel: the first one, or the next one after the frame reloaded. It gets
 * null when the frame speaks no version that we do. Returns the function that ends it all.
 */
export function listenForFrame(
  iframe: HTMLIFrameElement,
  origin: string,
  onPort: (port: MessagePort | null) => void,
): () => void {
  let nonce: string | undefined;

  const onMessage = (event: MessageEvent) => {
    const frame = iframe.contentWindow;
    if (!frame || event.source !== frame || event.origin !== origin) return;
    const hello = parseShape(helloShape, event.data) as Hello | undefined;
    if (!hello || hello.n === nonce) return;
    nonce = hello.n;
    if (!hello.v.includes(version)) return onPort(null);
    const { port1, port2 } = new MessageChannel();
    onPort(port1);
    frame.postMessage({ oriel: 'port', v: version, n: nonce }, origin, [port2]);
  };
  // Nothing secret, so it may go to whatever page is there; a pinned origin would only fill the console.
  const callFrame = () => iframe.contentWindow?.postMessage({ oriel: 'syn' }, '*');

  addEventListener('message', onMessage);
  iframe.addEventListener('load', callFrame);
  callFrame();
  return () => {
    removeEventListener('message', onMessage);
    iframe.removeEventListener('load', callFrame);
  };
}
