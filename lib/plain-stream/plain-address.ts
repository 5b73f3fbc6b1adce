/** A stream of another server. Start reading here, then open-stream.ts. */

/** Every web address counts; which of them may be played is decided by the operator. */
export const isPlainAddress = (address: string): boolean => /^(?:http|ws)s?:/i.test(address);
