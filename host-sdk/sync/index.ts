export { createBroadcast } from './broadcast.ts';
export { createSyncGroup } from './sync-group.ts';
export { createWall } from './wall.ts';
