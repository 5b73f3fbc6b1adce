/** Failures of an RTSP connection as failures of talk. Messages contain no address, name or password. */
import { AppError } from '../../../../kernel/app-error.ts';
import type { SourceFailure } from '../../../ports.ts';
import type { TalkFailure, TalkFailureCode } from '../../../talk-ports.ts';

const codes: Readonly<Record<SourceFailure['code'], TalkFailureCode>> = {
  'source.refused': 'talk.refused',
  'source.redirected': 'talk.protocol',
  'source.certificate': 'talk.unreachable',
  'source.unreadable': 'talk.unreachable',
  'source.unreachable': 'talk.unreachable',
  'source.auth': 'talk.auth',
  'source.notFound': 'talk.unreachable',
  'source.unsupported': 'talk.unsupported',
  'source.udpOnly': 'talk.unsupported',
  'source.busy': 'talk.busy',
  'source.speed': 'talk.protocol',
  'source.protocol': 'talk.protocol',
  'source.keyFrame': 'talk.protocol',
  'source.silent': 'talk.unreachable',
  'source.ended': 'talk.ended',
};

export const talkFailure = ({ code, message }: SourceFailure): TalkFailure => ({
  code: codes[code],
  message,
});

/**
 * While the back channel is being opened. Cameras with one connection for everything close a second one, or answer 453 or
 * 503.
 */
export function openingError(failure: SourceFailure): AppError {
  return failure.code === 'source.ended'
    ? new AppError('talk.busy', 'the camera closed the connection; it may accept no further one')
    : new AppError(codes[failure.code], failure.message);
}
