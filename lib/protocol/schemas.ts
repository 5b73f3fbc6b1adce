/** All messages of the host protocol as zod schemas. Imports zod. */
export { frameCalls, hostCalls } from './calls.ts';
export { envelope } from './envelope.ts';
export { frameEvents, hostEvents } from './events.ts';
export { playerFailure } from './failure.ts';
export { playerSnapshot } from './snapshot.ts';
export { playerStats } from './stats.ts';
export { hello, port, syn } from './window-messages.ts';
