// Waits for a line on standard input, migrates the database, and prints the applied migrations. Its argument is the
// database location as JSON.
import { openDatabase } from '../../lib/db/client.ts';

const [place = '{}'] = process.argv.slice(2);
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const applied: unknown[] = [];
const note = (fields: Readonly<Record<string, unknown>>) => {
  // The process that closes first also notes that the other one still uses the file.
  if (fields.applied) applied.push(fields.applied);
};
const log = { debug: note, info: note, warn: note, error: note, child: () => log };
const database = await openDatabase(JSON.parse(place), log);
await database.close();
process.stdout.write(`${JSON.stringify(applied)}\n`);
process.exit(0);
