/** Address bar and history, as used by the tab host. */
export interface BrowserLocation {
  /** Path and query. */
  get(): string;
  push(fullPath: string): void;
  replace(fullPath: string): void;
  /** Called on back and forward, and when another part of the page has changed the address. */
  onMove(listener: () => void): () => void;
}

/** Uses the history API instead of the router: switching tabs requires no server request. */
export function browserLocation(window: Window): BrowserLocation {
  const { history, location } = window;
  return {
    get: () => location.pathname + location.search,
    // Keeps the router's state of the history entry.
    push: (fullPath) => history.pushState(history.state, '', fullPath),
    replace: (fullPath) => history.replaceState(history.state, '', fullPath),
    onMove: (listener) => {
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
  };
}
