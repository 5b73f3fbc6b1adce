// Runs the databases that the files of a test run share, until its standard input ends, which also happens when the run
// is killed. Prints their locations.
import { startSharedDatabases } from './shared-databases.ts';

const { shared, stop } = await startSharedDatabases();
process.stdout.write(`${JSON.stringify(shared)}\n`);
process.stdin.on('end', stop).resume();
