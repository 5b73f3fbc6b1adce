import { cp } from 'node:fs/promises';
import { ConsoleCalls } from './console-calls.ts';
import { scratchFolder } from './scratch-folder.ts';
import { startOriel } from './start-oriel.ts';

/** Of the administrator `admin`, called 管理员. */
export const adminPassword = 'Correct-horse-battery-7';

/** Names the folder that `console-data-setup.mjs` made for all files of a run. */
export const templateVariable = 'ORIEL_TEST_CONSOLE_DATA';

/** A new data folder of a server that has its administrator. */
export async function consoleData(): Promise<string> {
  const template = process.env[templateVariable];
  if (!template) return makeConsoleData();
  const folder = scratchFolder('oriel-');
  await cp(template, folder, { recursive: true });
  return folder;
}

/** The first start of a server, which makes everything that a new installation has, and the first setup. */
export async function makeConsoleData(): Promise<string> {
  const dataDir = scratchFolder('oriel-');
  const oriel = await startOriel({ dataDir, hasSamplePage: false });
  try {
    await ConsoleCalls.setUp(oriel, 'admin', '管理员', adminPassword);
  } finally {
    await oriel.stop();
  }
  return dataDir;
}
