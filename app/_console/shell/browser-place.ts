/** The address bar and the history, as the tab host needs them. */
export interface Place {
  readonly fullPath: string;
  /** Of the tab that stood at this step of the history. */
  readonly tabKey: string | null;
}

export interface BrowserPlace {
  get(): Place;
  push(fullPath: string, tabKey: string | null): void;
  replace(fullPath: string, tabKey: string | null): void;
  /** Calls when the user goes back or forward, or another part of the page has changed the address. */
  onMove(listener: () => void): () => void;
}

const stateKey = 'orielTab';

/** Steps of the history are made here, not by the router: a room behind a tab needs nothing of the server. */
export function browserPlace(window: Window): BrowserPlace {
  const { history, location } = window;
  const stateFor = (tabKey: string | null) => ({ ...(history.state as object | null), [stateKey]: tabKey });
  return {
    get: () => {
      const state = history.state as Record<string, unknown> | null;
      const tabKey = state?.[stateKey];
      return {
        fullPath: location.pathname + location.search,
        tabKey: typeof tabKey === 'string' ? tabKey : null,
      };
    },
    push: (fullPath, tabKey) => history.pushState(stateFor(tabKey), '', fullPath),
    replace: (fullPath, tabKey) => history.replaceState(stateFor(tabKey), '', fullPath),
    onMove: (listener) => {
      window.addEventListener('popstate', listener);
      return () => window.removeEventListener('popstate', listener);
    },
  };
}
