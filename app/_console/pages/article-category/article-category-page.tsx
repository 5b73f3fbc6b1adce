'use client';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { AddBelow } from '../parts/add-below.tsx';

/** The tree of categories. */
export default function ArticleCategoryPage() {
  return (
    <ResourcePage
      resource="cms.articleCategory"
      slots={{
        rowActionsFor: ['cms:articleCategory:add'],
        rowActions: (row) => <AddBelow row={row} title="name" from={{ parentId: row.id }} />,
      }}
    />
  );
}
