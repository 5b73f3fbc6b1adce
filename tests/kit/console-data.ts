import { ConsoleCalls } from './console-calls.ts';
import { scratchFolder } from './scratch-folder.ts';
import { copySharedData } from './shared.ts';
import { startOriel } from './start-oriel.ts';

export { adminPassword } from './console-calls.ts';

/** A new data folder whose server already has its administrator. */
export const consoleData = async (): Promise<string> => (await copySharedData()) ?? makeConsoleData();

/** Starts a new server once, which creates the initial data, and runs the first setup. */
export async function makeConsoleData(): Promise<string> {
  const dataDir = scratchFolder('oriel-');
  const oriel = await startOriel({ dataDir });
  try {
    await ConsoleCalls.setUp(oriel);
  } finally {
    await oriel.stop();
  }
  return dataDir;
}
