import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { requireNoLink } from '../../../lib/server/recordings-link.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'oriel-link-')));
  for (const name of ['data', 'disk']) await mkdir(join(folder, name));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inFolder = (...names: string[]) => join(folder, ...names);
const byDefault = () => ({ dataDir: inFolder('data'), recordingsDir: inFolder('data', 'recordings') });

describe('a folder of recordings', () => {
  it.each([
    ['disk', (target: string) => `to ${target}. .* set ORIEL_RECORDINGS_DIR to ${target}\\.`],
    ['missing', () => 'that leads nowhere. .* set ORIEL_RECORDINGS_DIR'],
  ])(
    'in the data folder that is a link to %s is refused, and the message names the setting',
    async (name, says) => {
      await symlink(inFolder(name), inFolder('data', 'recordings'));
      const refused = requireNoLink(byDefault());
      await expect(refused).rejects.toMatchObject({ code: 'recordings.link' });
      await expect(refused).rejects.toThrow(new RegExp(says(inFolder(name))));
    },
  );

  it.each(['cloud', 'device'])('with a link in place of %s is refused, wherever it is', async (store) => {
    await symlink(inFolder('disk'), inFolder('data', store));
    const set = { dataDir: inFolder('elsewhere'), recordingsDir: inFolder('data') };
    await expect(requireNoLink(set)).rejects.toMatchObject({ code: 'recordings.link' });
  });

  it('that is set may be a link; a data folder may be one, too', async () => {
    await symlink(inFolder('disk'), inFolder('link'));
    await requireNoLink({ ...byDefault(), recordingsDir: inFolder('link') });
    await mkdir(inFolder('disk', 'recordings'));
    await requireNoLink({ dataDir: inFolder('link'), recordingsDir: inFolder('link', 'recordings') });
  });

  it('that does not exist yet is accepted', () => requireNoLink(byDefault()));
});
