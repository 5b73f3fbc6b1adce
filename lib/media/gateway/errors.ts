/** Errors of the protocol. The numbers are those of Janus, so that its clients understand them. */
export interface GatewayError {
  readonly code: number;
  /** For people; `janus-gateway` passes it to the page. */
  readonly reason: string;
}

const error = (code: number, reason: string): GatewayError => ({ code, reason });

export const gatewayErrors = {
  /** `why`: message of the gate. */
  unauthorized: (why: string) => error(403, why),
  tooFast: error(450, 'Too many messages'),
  tooLarge: error(450, 'The message is too large'),
  unknownCommand: (name: string) => error(453, `Unknown request '${name.slice(0, 32)}'`),
  badJson: error(454, 'Invalid JSON'),
  tooDeep: error(454, 'Invalid JSON: nested too deeply'),
  notAnObject: error(455, 'The message must be a JSON object'),
  missing: (field: string) => error(456, `Missing mandatory element (${field})`),
  badPath: (command: string) => error(457, `'${command}' is not sent to this path`),
  noSession: error(458, 'No such session'),
  noHandle: error(459, 'No such handle'),
  noPlugin: error(460, 'No such plugin'),
  tooManyHandles: error(461, 'Too many handles in this session'),
  badJsepType: error(464, 'Only an offer is accepted as JSEP'),
  badSdp: error(465, 'The offer must have one audio section and no other'),
  noTalk: error(466, 'No offer was sent on this handle'),
  badType: (field: string) => error(467, `Invalid element type (${field})`),
  sessionExists: error(468, 'This connection has a session already'),
  unexpectedAnswer: error(469, 'An answer without an offer'),
  alreadyTalking: error(471, 'This handle has a connection already'),
  full: error(472, 'No further sessions are accepted'),
  stopping: error(472, 'The server is stopping'),
  unknown: error(490, 'Internal error'),
} as const;
