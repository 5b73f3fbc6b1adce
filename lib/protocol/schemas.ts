/** Every message of the host protocol as a zod schema: the one place where they are defined. Imports zod. */
export { frameCalls, hostCalls } from './calls.ts';
export { envelope } from './envelope.ts';
export { frameEvents, hostEvents } from './events.ts';
export { playerFailure } from './failure.ts';
export { playerSnapshot } from './snapshot.ts';
export { playerStats } from './stats.ts';
export { hello, port, syn } from './window-messages.ts';
