'use client';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { AddBelow } from '../parts/add-below.tsx';

/** Buttons hold nothing; below a page stand its buttons. */
const below: Readonly<Record<string, string>> = { M: 'C', C: 'F' };

export default function MenuRoom() {
  return (
    <ResourcePage
      resource="system.menu"
      slots={{
        rowActions: ({ menuId, menuType }) => {
          const kind = below[String(menuType)];
          return kind && <AddBelow from={{ parentId: menuId, menuType: kind }} />;
        },
      }}
    />
  );
}
