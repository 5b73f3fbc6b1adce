'use client';
import { commonTexts } from '../../../../lib/i18n/console/common.ts';
import { resourceTexts } from '../../../../lib/i18n/console/resource.ts';
import { roomsTexts } from '../../../../lib/i18n/console/rooms.ts';
import { useWords } from '../../session/use-words.ts';

const texts = { ...commonTexts, ...resourceTexts, ...roomsTexts } as const;
export type RoomText = keyof typeof texts;

/** Texts of the rooms, which come with the first of them: a plain list needs none. */
export const useRoomText = () => useWords(texts);
