/** What the files of a run share: each is started when a file first asks for it. */
import { cp } from 'node:fs/promises';
import { scratchFolder } from './scratch-folder.ts';

/** Address of `shared-process.ts`. Not set in a part without it, where each file starts its own. */
const address = () => process.env.ORIEL_TEST_SHARED;

export type SharedThing = 'data' | 'oriel';

/** Null in a part without `shared-process.ts`. */
export async function askShared(thing: SharedThing): Promise<string | null> {
  const from = address();
  if (!from) return null;
  const answer = await fetch(`${from}/${thing}`);
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return text;
}

/** A new folder with the shared data: migrated, with the administrator of `console-data.ts`. */
export async function copySharedData(): Promise<string | null> {
  const template = await askShared('data');
  if (!template) return null;
  const folder = scratchFolder('oriel-');
  await cp(template, folder, { recursive: true });
  return folder;
}
