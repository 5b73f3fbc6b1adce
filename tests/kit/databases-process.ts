// Holds the databases that the files of a test run share until its standard input ends, as it does when the run is
// killed. Prints where they are.
import { startSharedDatabases } from './databases.ts';

const { shared, stop } = await startSharedDatabases();
process.stdout.write(`${JSON.stringify(shared)}\n`);
process.stdin.on('end', stop).resume();
