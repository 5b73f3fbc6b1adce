// `globalSetup` of the parts that use databases. Workers find them by an environment variable.
import { startProgram } from './start-program.mjs';

export default async function startDatabases() {
  const { line, stop } = await startProgram('databases-process.ts');
  process.env.ORIEL_TEST_DATABASES = line;
  return stop;
}
