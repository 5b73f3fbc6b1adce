import type { MessageKey } from '../../../lib/i18n/translate.ts';
import type { PlayerRequest } from '../../state/player-events.ts';

/** One line of a list that a button opens. */
export interface MenuItem {
  readonly id: string;
  readonly label: MessageKey;
  readonly isChosen: boolean;
  /** Null: the list closes, and that is all. */
  readonly request: PlayerRequest | null;
}

/** The way out of a list that slid up. */
export const cancelId = 'cancel';
