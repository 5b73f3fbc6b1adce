/** Components that menus name, by `component`. A room is loaded when it is first opened. */
import type { RoomComponent } from '../shell/room.ts';

type Load = () => Promise<{ default: RoomComponent }>;

export const rooms: Readonly<Record<string, Load>> = {};
