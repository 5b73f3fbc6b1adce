/**
 * Calls `onInterrupted` when a gesture ends in a way that its element does not see: the page was hidden, so the release
 * may never arrive, or the frame has another width, as on a phone that is turned, so positions mean other times. Returns
 * a function that stops listening.
 */
export function listenToInterruptions(onInterrupted: () => void): () => void {
  let width = window.innerWidth;
  const onVisibility = () => {
    if (document.hidden) onInterrupted();
  };
  const onResize = () => {
    if (window.innerWidth === width) return;
    width = window.innerWidth;
    onInterrupted();
  };
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('resize', onResize);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('resize', onResize);
  };
}
