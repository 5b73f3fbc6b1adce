/**
 * Imports the lazily loaded parts of pages, so that no test waits for them in its own time. Await it after all mocks are
 * set up.
 */
const ofPages = [
  // Each definition has a file of its own.
  () => import('../../lib/contracts/admin/resources/index.ts'),
  () => import('../../app/_console/resource/toolbar/bulk-bar.tsx'),
  () => import('../../app/_console/resource/table/status-tabs.tsx'),
  () => import('../../app/_console/resource/table/empty-list.tsx'),
  () => import('../../app/_console/resource/search/filter-chips.tsx'),
  () => import('../../app/_console/resource/search/relation-filter.tsx'),
  () => import('../../app/_console/resource/search/multi-select.tsx'),
  () => import('../../app/_console/resource/dates/range-calendar.tsx'),
  () => import('../../app/_console/resource/dates/time-calendar.tsx'),
  () => import('../../app/_console/resource/form/form-drawer.tsx'),
  () => import('../../app/_console/resource/form/conflict-view.tsx'),
  () => import('../../app/_console/pages/config/setting-value-input.tsx'),
  () => import('../../app/_console/pages/role/new-role-permissions.tsx'),
  () => import('../../app/_console/resource/widgets/icon-select.tsx'),
  () => import('../../app/_console/resource/widgets/relation-tree.tsx'),
  () => import('../../app/_console/resource/detail/detail-drawer.tsx'),
  () => import('../../app/_console/resource/editing/editing-notice.tsx'),
  () => import('../../app/_console/resource/files/import-dialog.tsx'),
  () => import('../../app/_console/ui/dialogs/confirm-dialog.tsx'),
  () => import('../../app/_console/ui/dialogs/one-time-secrets.tsx'),
  () => import('../../app/_console/resource/sort/sort-area.tsx'),
  () => import('../../app/_console/resource/actions/bulk-report.tsx'),
  () => import('../../app/_console/resource/actions/remove-rows.ts'),
  () => import('../../app/_console/resource/toolbar/bulk-edit.tsx'),
  () => import('../../app/_console/resource/toolbar/columns-panel.tsx'),
  () => import('../../app/_console/resource/toolbar/save-view-dialog.tsx'),
];
const ofNotices = [
  () => import('../../app/_console/shell/notices/export-list.tsx'),
  () => import('../../app/_console/shell/notices/notice-tabs.tsx'),
  () => import('../../app/_console/shell/notices/notice-window.tsx'),
];
const ofShell = [
  () => import('../../app/_console/ui/dialogs/confirm-dialog.tsx'),
  ...ofNotices,
  () => import('../../app/_console/shell/palette/palette.tsx'),
  () => import('../../app/_console/shell/palette/shortcut-help.tsx'),
  () => import('../../app/_console/session/required-actions/required-action-page.tsx'),
  () => import('../../app/_console/settings/settings-drawer.tsx'),
  () => import('../../app/_console/shell/menu-drawer.tsx'),
];

async function inTurn(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of loads) await load();
}

export const loadPageParts = () => inTurn(ofPages);
export const loadNoticeParts = () => inTurn(ofNotices);
export const loadShellParts = () => inTurn(ofShell);
