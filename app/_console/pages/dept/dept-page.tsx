'use client';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { AddBelow } from '../parts/add-below.tsx';

export default function DeptPage() {
  return (
    <ResourcePage
      resource="system.dept"
      slots={{
        rowActionsFor: ['system:dept:add'],
        rowActions: (row) => <AddBelow row={row} title="deptName" from={{ parentId: row.deptId }} />,
      }}
    />
  );
}
