import { lappMessage } from '../domain/errors/lapp-errors.ts';
import type { LappServices } from '../domain/wiring/lapp.ts';
import type { Logger } from '../kernel/logger.ts';
import { signedFileHandler } from './signed-file-handler.ts';

export const voicePath = '/voice/';

/** Voice messages by their signed addresses, as WAV files. */
export const voiceHandler = ({
  voices,
  log,
}: {
  readonly voices: Pick<LappServices['voices'], 'listen'>;
  readonly log: Logger;
}): ((request: Request) => Promise<Response>) =>
  signedFileHandler(
    {
      ...{ path: voicePath, extension: 'wav', contentType: 'audio/wav' },
      read: (signature) => voices.listen(signature),
      none: { code: 'voice.notFound', msg: lappMessage('voice.notFound', 'en-US') },
      unreadable: { code: 'voice.unreadable', msg: 'The message could not be read.' },
    },
    log,
  );
