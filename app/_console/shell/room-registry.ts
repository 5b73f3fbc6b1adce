'use client';
import { createContext, type LazyExoticComponent, lazy, useContext } from 'react';
import { rooms } from '../rooms/index.ts';
import type { RoomComponent } from './room.ts';
import { whenThere } from './when-there.ts';

export type RoomLoaders = Readonly<Record<string, () => Promise<{ default: RoomComponent }>>>;

/** Tests bring their own rooms. */
export const RoomRegistryContext = createContext<RoomLoaders>(rooms);

const made = new WeakMap<RoomLoaders[string], LazyExoticComponent<RoomComponent>>();

/** React remembers a failure for good: the next try has to be another one. */
async function loaded(load: () => Promise<{ default: RoomComponent }>): Promise<{ default: RoomComponent }> {
  try {
    return await whenThere(load)();
  } catch (error) {
    made.delete(load);
    throw error;
  }
}

/** The component that a menu names, loaded when it is first shown. Null: nobody has built it. */
export function useRoomComponent(name: string): LazyExoticComponent<RoomComponent> | null {
  const loaders = useContext(RoomRegistryContext);
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined;
  if (!load) return null;
  const known = made.get(load) ?? lazy(() => loaded(load));
  made.set(load, known);
  return known;
}

/** For `RoomNamesContext`. */
export const useBuiltRooms = (): readonly string[] => Object.keys(useContext(RoomRegistryContext));
