'use client';
import { ActionIcon, Loader, Popover, Tooltip } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';

const ColumnsPanel = lazy(() => import('./columns-panel.tsx'));

export function ColumnsButton() {
  const { translate } = useTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withRoles>
      <Popover.Target>
        <Tooltip label={translate('resource.columns')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={translate('resource.columns')}
            onClick={() => setOpen(!isOpen)}
          >
            <IconColumns3 size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={translate('resource.columns')}>
        <Suspense fallback={<Loader size="sm" />}>
          <ColumnsPanel />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
