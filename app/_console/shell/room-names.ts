'use client';
import { createContext, useContext } from 'react';

/** Components of all pages that somebody has built. Told by the shell: what a room imports does not know of rooms. */
export const RoomNamesContext = createContext<readonly string[]>([]);

export const useRoomNames = (): readonly string[] => useContext(RoomNamesContext);
