'use client';
import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core';
import { IconBookmark, IconBookmarkPlus, IconStar, IconTrash, IconUsers } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import { confirmAction } from '../../ui/dialogs/confirm-action.ts';
import { useResourcePage } from '../context/resource-page-context.ts';
import { isFiltered, isSameSort } from '../data/list-state.ts';
import { useViews } from './use-views.ts';

const SaveViewDialog = lazy(() => import('./save-view-dialog.tsx'));

/** Saved views: open, save and delete. */
export function ViewsMenu() {
  const { resource, list } = useResourcePage();
  const { views, apply, save, remove } = useViews();
  const { translate } = useTexts();
  const [isSaving, setSaving] = useState(false);

  // The user's default view applies unless the address has a query.
  const isPlain =
    !isFiltered(list) && list.pageNum === 1 && isSameSort(list.sort, resource.definition.defaultSort);
  const isOpening = useRef(isPlain);
  const defaults = views.find((view) => view.isMine && view.isDefault);
  useEffect(() => {
    if (views.length === 0 || !isOpening.current) return;
    isOpening.current = false;
    if (defaults) apply(defaults, { isReplaced: true });
  }, [views, defaults, apply]);

  const forget = async (view: (typeof views)[number]) => {
    const isSure = await confirmAction({
      title: translate('resource.removeView'),
      message: translate('resource.removeViewQuestion', { name: view.name }),
    });
    if (isSure) await remove(view);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Tooltip label={translate('resource.views')}>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={translate('resource.views')}>
              <IconBookmark size={18} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown miw={200}>
          {views.length === 0 && (
            <Text size="sm" c="dimmed" px="sm" py={4}>
              {translate('resource.noViews')}
            </Text>
          )}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              onClick={() => apply(view)}
              leftSection={view.isDefault && view.isMine ? <IconStar size={14} /> : undefined}
              rightSection={
                view.sharedWith.length > 0 || !view.isMine ? (
                  <IconUsers size={14} aria-label={translate('resource.sharedView')} />
                ) : undefined
              }
            >
              {view.isMine ? view.name : `${view.name} · ${view.owner}`}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconBookmarkPlus size={14} />} onClick={() => setSaving(true)}>
            {translate('resource.saveView')}
          </Menu.Item>
          {views
            .filter(({ isMine }) => isMine)
            .map((view) => (
              <Menu.Item
                key={view.id}
                color="red"
                leftSection={<IconTrash size={14} />}
                // Failures have been shown.
                onClick={() => void forget(view).catch(() => undefined)}
              >
                {translate('resource.removeViewNamed', { name: view.name })}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {isSaving && (
        <Suspense>
          <SaveViewDialog views={views} onSave={save} onClose={() => setSaving(false)} />
        </Suspense>
      )}
    </>
  );
}
