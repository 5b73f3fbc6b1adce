'use client';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useSession } from '../../session/use-session.tsx';
import { AddBelow } from '../parts/add-below.tsx';
import { ComponentInput } from './component-input.tsx';

/** Type of new child rows: pages below directories, buttons below pages. Buttons have no children. */
const below: Readonly<Record<string, string>> = { M: 'C', C: 'F' };

export default function MenuPage() {
  const { reloadMenus } = useSession();
  return (
    <ResourcePage
      resource="system.menu"
      slots={{
        // The navigation is built from these rows.
        alsoRefresh: reloadMenus,
        inputs: { component: (form) => <ComponentInput {...form} /> },
        rowActionsFor: ['system:menu:add'],
        rowActions: (row) => {
          const menuType = below[row.menuType];
          const from = { parentId: row.menuId, menuType };
          return menuType && <AddBelow row={row} title="menuName" from={from} />;
        },
      }}
    />
  );
}
