/**
 * The parts of the tests, in the order in which they run. Each is a project of vitest.config.mjs.
 *
 * @typedef {object} TestPart
 * @property {string} name
 * @property {'test' | 'test:all'} from The smallest run that includes it: `npm test` or `npm run test:all`.
 * @property {number} workers
 * @property {boolean} isRepeated Whether a file that failed runs once more: where time or a network can be the cause.
 */
import { availableParallelism } from 'node:os';

const cores = availableParallelism();

/** @type {readonly TestPart[]} */
export const testParts = [
  { name: 'node', from: 'test', workers: cores, isRepeated: false },
  { name: 'dom', from: 'test', workers: cores, isRepeated: true },
  { name: 'db', from: 'test', workers: cores, isRepeated: true },
  { name: 'media', from: 'test', workers: cores, isRepeated: true },
  { name: 'journeys', from: 'test', workers: cores, isRepeated: true },
  { name: 'long', from: 'test:all', workers: cores, isRepeated: true },
  { name: 'e2e', from: 'test:all', workers: cores, isRepeated: true },
  { name: 'pages', from: 'test:all', workers: cores, isRepeated: true },
  // Nothing else runs beside a file of this part.
  { name: 'alone', from: 'test:all', workers: 1, isRepeated: true },
];
