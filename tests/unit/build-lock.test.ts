import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { whileBuildingAlone } from '../../scripts/staleness.mjs';
import { scratchFolder } from '../kit/scratch-folder.ts';

let root: string;
let lock: string;
beforeEach(() => {
  root = scratchFolder('oriel-lock-');
  lock = join(root, 'building');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the lock of a build that was interrupted', () => {
  it('is taken over if it has the id of this process, as in a container that was started again', async () => {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    expect(await whileBuildingAlone(async () => 'built', lock)).toBe('built');
    expect(existsSync(lock)).toBe(false);
  });

  it('is taken over if no id was written for 10 s', async () => {
    mkdirSync(lock);
    const then = Date.now() / 1_000 - 11;
    utimesSync(lock, then, then);
    expect(await whileBuildingAlone(async () => 'built', lock)).toBe('built');
  });
});
