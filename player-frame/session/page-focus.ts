/** Limit of frames to notify. */
const maxFrames = 256;

/**
 * Messages between the players of a page, in frames of our own origin only. `message` is a constant, so that nothing can
 * be forged with it but what any player may say.
 */
export function listenToOthers(message: string, receive: () => void): () => void {
  const onMessage = (event: MessageEvent): void => {
    if (event.origin === location.origin && event.source !== window && event.data === message) receive();
  };
  window.addEventListener('message', onMessage);
  return () => window.removeEventListener('message', onMessage);
}

/** Posts to every frame of the page; frames of other origins do not receive it. */
export function notifyOthers(message: string): void {
  const found: Window[] = [window.top ?? window];
  for (let index = 0; index < found.length && found.length < maxFrames; index += 1) {
    const one = found[index]!;
    for (let child = 0; child < one.length && found.length < maxFrames; child += 1) found.push(one[child]!);
    if (one !== window) one.postMessage(message, location.origin);
  }
}
