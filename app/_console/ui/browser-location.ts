/** Address bar and history. The tab host shows what they say. */
export interface BrowserLocation {
  /** Path and query. */
  get(): string;
  push(fullPath: string): void;
  replace(fullPath: string): void;
  /** Like `push`, by a part of the page other than the tab host, which follows: `onMove`. */
  goTo(fullPath: string): void;
  /** Called on back and forward, and when another part of the page has changed the address. */
  onMove(listener: () => void): () => void;
}

/** Uses the history API instead of the router: switching tabs requires no server request. */
export function browserLocation(window: Window): BrowserLocation {
  const { history, location } = window;
  // Keeps the router's state of the history entry.
  const push = (fullPath: string) => history.pushState(history.state, '', fullPath);
  return {
    get: () => location.pathname + location.search,
    push,
    replace: (fullPath) => history.replaceState(history.state, '', fullPath),
    goTo: (fullPath) => {
      push(fullPath);
      window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    },
    onMove: (listener) => {
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
  };
}
