/** The address bar and the history, as the tab host needs them. */
export interface BrowserLocation {
  /** Path and query. */
  get(): string;
  push(fullPath: string): void;
  replace(fullPath: string): void;
  /** Calls when the user goes back or forward, or another part of the page has changed the address. */
  onMove(listener: () => void): () => void;
}

/** Steps of the history are made here, not by the router: a page behind a tab needs nothing of the server. */
export function browserLocation(window: Window): BrowserLocation {
  const { history, location } = window;
  return {
    get: () => location.pathname + location.search,
    // The router keeps what it knows of a step in its state.
    push: (fullPath) => history.pushState(history.state, '', fullPath),
    replace: (fullPath) => history.replaceState(history.state, '', fullPath),
    onMove: (listener) => {
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
  };
}
