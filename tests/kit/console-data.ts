import { cp } from 'node:fs/promises';
import { ConsoleCalls } from './console-calls.ts';
import { scratchFolder } from './scratch-folder.ts';
import { startOriel } from './start-oriel.ts';

/** Password of the administrator `admin`, nickname 管理员. */
export const adminPassword = 'Correct-horse-battery-7';

/** Environment variable with the path of the folder made by `console-data-setup.mjs`. */
export const templateVariable = 'ORIEL_TEST_CONSOLE_DATA';

/** A new data folder whose server already has its administrator. */
export async function consoleData(): Promise<string> {
  const template = process.env[templateVariable];
  if (!template) return makeConsoleData();
  const folder = scratchFolder('oriel-');
  await cp(template, folder, { recursive: true });
  return folder;
}

/** Starts a new server once, which creates the initial data, and runs the first setup. */
export async function makeConsoleData(): Promise<string> {
  const dataDir = scratchFolder('oriel-');
  const oriel = await startOriel({ dataDir });
  try {
    await ConsoleCalls.setUp(oriel, 'admin', '管理员', adminPassword);
  } finally {
    await oriel.stop();
  }
  return dataDir;
}
