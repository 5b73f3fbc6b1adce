'use client';
import type { TreeDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { useSession } from '../../session/use-session.tsx';

/** Whether only users with access to all data may move rows to the root. */
export function useIsRootClosed(tree: TreeDef | undefined): boolean {
  const { user } = useSession();
  return tree?.rootRequiresAllData === true && user?.allData === false;
}
