/** Parts that are loaded when they are first needed, without a network too. */

const online = () =>
  new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { once: true }));

/**
 * For `lazy`: what cannot be fetched without a network is fetched once there is one, and the page around it stays.
 * React remembers a failure for good, so only one that waiting does not help is passed on.
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
