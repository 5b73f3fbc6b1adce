// A process that imports a file and pauses at one point of it, to be killed there. Its argument: `ImportChildOptions`
// as JSON.
import { writeSync } from 'node:fs';
import { type DatabaseLocation, openDatabase } from '../../lib/db/client.ts';
import { tableService } from '../../lib/domain/resource/table-service.ts';
import { systemClock } from '../../lib/kernel/clock.ts';
import { callBy } from './resource.ts';
import { peopleInTable } from './resource-people.ts';

export interface ImportChildOptions {
  readonly place: DatabaseLocation;
  readonly text: string;
  readonly skipBad: boolean;
  /**
   * `written`: the rows of a batch are in the table, their transaction is open. `committed`: it is committed, but not
   * yet reported.
   */
  readonly moment: 'written' | 'committed';
  /** Which occurrence of this moment to pause at, from 1. */
  readonly time: number;
}

const { place, text, skipBad, moment, time } = JSON.parse(process.argv[2] ?? '') as ImportChildOptions;

let times = 0;
function passes(now: ImportChildOptions['moment']): void {
  if (now !== moment) return;
  times += 1;
  if (times < time) return;
  writeSync(1, 'here\n');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

const database = await openDatabase(place);
database.changes.listen('setting', { onReceived: () => passes('committed'), missed: () => {} });
const person = tableService(
  { database, clock: systemClock },
  {
    ...peopleInTable,
    after: { createBatch: async () => passes('written') },
    topic: 'setting',
  },
);
await person.files.importFile(
  callBy(),
  { name: 'people.csv', bytes: Buffer.from(text) },
  { dryRun: false, updateSupport: false, skipBad, locale: 'zh-CN' },
);
// The pause point was not reached.
process.exit(1);
