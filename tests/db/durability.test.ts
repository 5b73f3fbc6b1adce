import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { DatabaseLocation } from '../../lib/db/client.ts';
import { CutDisk } from '../kit/cut-disk.ts';
import { startPostgres } from '../kit/postgres.ts';
import { buildRowWriter, type RowWriters } from '../kit/row-writer.ts';
import { rounds } from '../kit/soak.ts';

// Acknowledged rows survive `kill -9` of the process, and a power cut.

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let writer: RowWriters;
beforeAll(async () => {
  writer = await buildRowWriter();
});
afterAll(() => writer.dispose());

interface Fault {
  readonly place: DatabaseLocation;
  readonly synchronous?: 'normal';
  /** Called while a row is being written. */
  strike(): void;
  /** Called after the writer process has exited. */
  recover(): void;
}

const minRows = 20;

/**
 * Writes and interrupts the writer `times` times; returns how many rows were acknowledged, and how many of them are
 * lost.
 */
async function lostOver(times: number, { place, synchronous, strike, recover }: Fault) {
  const sum = { acknowledged: 0, lost: 0 };
  for (let round = 0; round < times; round += 1) {
    const from = round * 1_000_000 + 1;
    const child = writer.start({ place, from, ...(synchronous ? { synchronous } : {}) });
    await child.writing;
    await pause(20 + ((round * 37) % 120));
    // A loaded machine writes only a row or two in the time above.
    for (let attempts = 0; attempts < 2_000 && child.acknowledged() < from + minRows; attempts += 1)
      await pause(5);
    // Rows acknowledged after this point do not count.
    const last = child.acknowledged();
    strike();
    await child.kill();
    recover();
    sum.acknowledged += last - from + 1;
    const { rows, file } = writer.count(place, from, last);
    expect(file).toBe('ok');
    sum.lost += last - from + 1 - rows;
  }
  return sum;
}

const nothing = () => {};

describe('after kill -9', () => {
  it('no acknowledged row is lost on libsql', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'oriel-kill-'));
    try {
      const place = { file: join(folder, 'oriel.db') };
      const { acknowledged, lost } = await lostOver(rounds(4, 50), {
        place,
        strike: nothing,
        recover: nothing,
      });
      expect(acknowledged).toBeGreaterThan(50);
      expect(lost).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 300_000);

  it('no acknowledged row is lost on PostgreSQL', async () => {
    const cluster = await startPostgres();
    try {
      const place = { url: await cluster.createDatabase() };
      const { acknowledged, lost } = await lostOver(rounds(4, 50), {
        place,
        strike: nothing,
        recover: nothing,
      });
      expect(acknowledged).toBeGreaterThan(50);
      expect(lost).toBe(0);
    } finally {
      await cluster.stop();
    }
  }, 300_000);
});

describe('after a power cut', () => {
  function cuttable(): { readonly disk: CutDisk; readonly fault: Fault } {
    const disk = new CutDisk();
    const fault = {
      place: { file: join(disk.path, 'oriel.db') },
      strike: () => disk.cutPower(),
      recover: () => disk.restart(),
    };
    return { disk, fault };
  }

  it('no acknowledged row is lost', async () => {
    const { disk, fault } = cuttable();
    try {
      const { acknowledged, lost } = await lostOver(rounds(4, 30), fault);
      expect(acknowledged).toBeGreaterThan(30);
      expect(lost).toBe(0);
    } finally {
      disk.dispose();
    }
  }, 300_000);

  it('control: with less flushing, rows are lost, so the simulated power cut works', async () => {
    const { disk, fault } = cuttable();
    try {
      const { lost } = await lostOver(1, { ...fault, synchronous: 'normal' });
      expect(lost).toBeGreaterThan(0);
    } finally {
      disk.dispose();
    }
  }, 300_000);
});
