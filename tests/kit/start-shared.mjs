// `globalSetup` of the parts that use browsers. Workers find what they share by an environment variable.
import { startProgram } from './start-program.mjs';

export default async function startShared() {
  const { line, stop } = await startProgram('shared-process.ts');
  process.env.ORIEL_TEST_SHARED = line;
  return stop;
}
