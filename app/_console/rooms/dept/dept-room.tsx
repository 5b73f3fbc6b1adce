'use client';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { AddBelow } from '../parts/add-below.tsx';

export default function DeptRoom() {
  return (
    <ResourcePage
      resource="system.dept"
      slots={{ rowActions: ({ deptId }) => <AddBelow from={{ parentId: deptId }} /> }}
    />
  );
}
