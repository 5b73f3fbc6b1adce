import type { MessageKey } from '../../../lib/i18n/translate.ts';
import type { PlayerRequest } from '../../state/player-events.ts';

/** One entry of a button's menu. */
export interface MenuItem {
  readonly id: string;
  readonly label: MessageKey;
  readonly isChosen: boolean;
  /** Null: only closes the menu. */
  readonly request: PlayerRequest | null;
}

/** Entry that closes a bottom sheet. */
export const cancelId = 'cancel';
