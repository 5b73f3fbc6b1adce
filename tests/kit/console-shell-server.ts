/** Responses to the shell's own requests, and the recorded calls. */
export const server = {
  requested: [] as string[],
  stored: [] as (readonly [path: string, body: unknown])[],
  answer: (_path: string): unknown => null,
};
