/** Every message of the host protocol as a zod schema: the one place where they are defined. Imports zod. */
export { type Call, frameCalls, hostCalls } from './calls.ts';
export { envelope } from './envelope.ts';
export { frameEvents, hostEvents } from './events.ts';
export { failureSource, playerFailure } from './failure.ts';
export { playerPhase, playerSnapshot } from './snapshot.ts';
export { hello, port, syn } from './window-messages.ts';
