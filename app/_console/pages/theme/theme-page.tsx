'use client';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useSession } from '../../session/use-session.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { useTexts } from '../../text/use-texts.ts';
import { RowButton } from '../parts/row-button.tsx';
import { CopyInput } from './copy-input.tsx';
import { exportTheme, type ThemeRow } from './theme-data.ts';
import { useThemeText } from './use-theme-text.ts';

const VersionsDrawer = lazy(() => import('./versions-drawer.tsx'));
const ImportTheme = lazy(() => import('./import-theme.tsx'));

const designPath = '/iot/theme/design';

/** Player themes of the organisation. */
export default function ThemePage() {
  const translate = useThemeText();
  const { translate: common } = useTexts();
  const session = useSession();
  const page = usePage();
  const [versionsOf, setVersionsOf] = useState<ThemeRow | null>(null);
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <ResourcePage
        resource="iot.theme"
        slots={{
          startsWith: { copyOf: 'pcLive' },
          inputs: { copyOf: (form) => <CopyInput {...form} /> },
          toolbar: () =>
            session.can('iot:theme:add') && (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} />}
                onClick={() => setImporting(true)}
              >
                {translate('theme.import')}
              </Button>
            ),
          rowActionsFor: ['iot:theme:query'],
          rowActions: (row) => (
            <>
              {session.can('iot:theme:edit') && (
                <RowButton
                  row={row}
                  title="themeName"
                  onClick={({ themeId }) => page.open(`${designPath}?themeId=${themeId}`)}
                >
                  {translate('theme.design')}
                </RowButton>
              )}
              <RowButton row={row} title="themeName" onClick={setVersionsOf} isRare>
                {translate('theme.versions')}
              </RowButton>
              <RowButton
                row={row}
                title="themeName"
                isRare
                // The call shows its own failures.
                onClick={(theme) => void exportTheme(theme).catch(() => undefined)}
              >
                {translate('theme.export')}
              </RowButton>
            </>
          ),
          removing: (rows) => {
            const names = [...new Set(rows.flatMap(({ usedBy }) => usedBy ?? []))];
            return names.length === 0
              ? ''
              : translate('theme.inUse', { names: names.join(common('common.and')) });
          },
        }}
      />
      <Suspense>
        {versionsOf && <VersionsDrawer theme={versionsOf} onClose={() => setVersionsOf(null)} />}
        {isImporting && <ImportTheme onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  );
}
