import type { EngineFailure } from './engine.ts';

export { engineBroken } from './engine-broken.ts';

const failure = (kind: EngineFailure['kind'], code: string, message: string): EngineFailure => ({
  kind,
  code,
  message,
});

/** Kind and code if the server sends no code of its own. */
const byCloseCode: Readonly<Record<number, readonly [EngineFailure['kind'], string]>> = {
  1001: ['network', 'server.stopping'],
  4401: ['denied', 'ticket.refused'],
  4403: ['denied', 'grant.ended'],
  4404: ['other', 'stream.notFound'],
  4408: ['network', 'viewer.slow'],
  4409: ['network', 'tracks.changed'],
  4429: ['network', 'tooMany'],
  4502: ['network', 'source.failed'],
};

const byStatus: Readonly<Record<number, readonly [EngineFailure['kind'], string]>> = {
  401: ['denied', 'ticket.refused'],
  403: ['denied', 'grant.ended'],
  404: ['other', 'stream.notFound'],
  429: ['network', 'tooMany'],
};

/** Failure of a closed WebSocket: the close code gives the kind, the reason contains the server's code. */
export function failureOfClose(closeCode: number, reason: string): EngineFailure {
  const [kind, code] = byCloseCode[closeCode] ?? ['network', 'network.closed'];
  return failure(kind, reason || code, `connection closed (${closeCode})`);
}

/** Failure of an HTTP response other than 200. `code` is from its JSON body, if any. */
export function failureOfStatus(status: number, code: string | null, message: string | null): EngineFailure {
  const [kind, fallback] = byStatus[status] ?? [status >= 500 ? 'network' : 'other', `http.${status}`];
  return failure(kind, code ?? fallback, message ?? `the server answered ${status}`);
}

/** `onOrielEnd`: the server ended the stream deliberately. Revoked permissions have the API's 1xxxx codes. */
export function failureOfEnd(code: string): EngineFailure {
  const isDenied = /^1\d{4}$/.test(code) || code.startsWith('grant.') || code.startsWith('ticket.');
  const kind = code === 'stream.notFound' ? 'other' : 'network';
  return failure(isDenied ? 'denied' : kind, code, 'the server ended the stream');
}

/** The stream is encrypted, and the viewer has no code, or that of an older key. */
export const codeNeeded = failure('other', '400035', 'the stream is encrypted');
export const codeWrong = failure('other', '400036', 'the stream is encrypted with another code');
export const encryptedRecording = (code: string): EngineFailure =>
  failure('other', code, 'the recording is encrypted');
export const networkClosed = failure('network', 'network.closed', 'the connection broke');
export const networkSilent = failure('network', 'network.silent', 'the server sent nothing');
export const badStream = (detail: string): EngineFailure => failure('media', 'media.malformed', detail);
export const unsupported = (what: string): EngineFailure =>
  failure('media', 'media.unsupported', `this browser cannot decode ${what}`);
export const decodeFailed = (detail: string): EngineFailure => failure('media', 'media.decode', detail);
export const nothingStored = failure('other', 'playback.none', 'nothing is recorded in this range');
/** As of a camera that sends none, which is found with its tracks. */
export const noVideoStored = failure('other', 'source.noVideo', 'the recording has sound only');
