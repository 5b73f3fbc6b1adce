/** Rooms from definitions: start at `resource-page.tsx`; rooms of their own compose these parts. */
export { useResource } from './data/use-resource.ts';
export { useDict, useDicts } from './dictionary/use-dict.ts';
export { ResourceForm } from './form/resource-form.tsx';
export { ResourceList, ResourcePage, ResourcePanels } from './resource-page.tsx';
export { ResourceRoomProvider } from './resource-room.tsx';
export { RoomActionsProvider, useRoomActions } from './room-actions.tsx';
export { type FormExtraProps, type Slots, useResourceRoom } from './room-context.ts';
export { ResourceSearch } from './search/resource-search.tsx';
export { ResourceTable } from './table/resource-table.tsx';
