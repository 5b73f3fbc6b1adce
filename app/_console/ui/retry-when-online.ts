/** Lazy loading that survives a lost network and a restart of the server. */
import { connection } from './connection.ts';

const online = () =>
  new Promise<void>((resolve) => window.addEventListener('online', () => resolve(), { once: true }));

/** Code comes from the server of the page, whichever backend the calls have. */
const isServerUp = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * For `lazy`: if loading fails while offline or while the server does not respond, retries when that is over. Other
 * failures are passed on, because React caches them.
 */
export function retryWhenOnline<Part>(load: () => Promise<Part>, isUp = isServerUp): () => Promise<Part> {
  const attempt = async (): Promise<Part> => {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) await online();
      else if (await isUp()) throw error;
      else {
        connection.setLost();
        await connection.restored();
      }
      return attempt();
    }
  };
  return attempt;
}
