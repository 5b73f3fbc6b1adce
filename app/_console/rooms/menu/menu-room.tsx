'use client';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { AddBelow } from '../parts/add-below.tsx';
import { ComponentInput } from './component-input.tsx';

/** Buttons hold nothing; below a page stand its buttons. */
const below: Readonly<Record<string, string>> = { M: 'C', C: 'F' };

export default function MenuRoom() {
  return (
    <ResourcePage
      resource="system.menu"
      slots={{
        inputs: { component: (form) => <ComponentInput {...form} /> },
        rowActionsFor: ['system:menu:add'],
        rowActions: (row) => {
          const menuType = below[String(row['menuType'])];
          const from = { parentId: row['menuId'], menuType };
          return menuType && <AddBelow row={row} title="menuName" from={from} />;
        },
      }}
    />
  );
}
