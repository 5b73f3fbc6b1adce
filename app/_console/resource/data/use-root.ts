'use client';
import type { TreeDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { useSession } from '../../session/use-session.tsx';

/** Whether the root of a tree is for others to put rows in. */
export function useIsRootClosed(tree: TreeDef | undefined): boolean {
  const { user } = useSession();
  return tree?.rootRequiresAllData === true && user?.allData === false;
}
