/** Lazy loading that survives a lost network. */

const online = () =>
  new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { once: true }));

/**
 * For `lazy`: if loading fails while offline, retries when the network is back. Other failures are passed on, because
 * React caches them.
 */
export function retryWhenOnline<Part>(load: () => Promise<Part>): () => Promise<Part> {
  const attempt = async (): Promise<Part> => {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine) throw error;
      await online();
      return attempt();
    }
  };
  return attempt;
}
