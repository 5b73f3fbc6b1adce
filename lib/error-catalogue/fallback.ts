import { type MessageKey, translate } from '../i18n/translate.ts';
import { advice } from './advice.ts';
import { type ErrorEntry, inBoth } from './entry.ts';

/** The specified message for an unknown code: no address, or playback failed. */
export function fallbackEntry(code: string, stage: 'address' | 'stream'): ErrorEntry {
  const key: MessageKey = stage === 'address' ? 'player.addressFailed' : 'player.playbackFailed';
  return {
    code,
    source: 'service',
    isRetryable: 'yes',
    action: 'retry',
    cause: inBoth(translate('zh-CN', key), translate('en-US', key)),
    advice: advice.contactAdministrator,
  };
}
