'use client';
import type { iotSavedWall } from '../../../../lib/contracts/admin/resources/iot-saved-wall.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { linkTexts } from '../../../../lib/i18n/console/links.ts';
import { wallsTexts } from '../../../../lib/i18n/console/walls.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { HasPermi } from '../../session/permission.tsx';
import { useTranslations } from '../../text/use-translations.ts';
import { RowButton } from '../parts/row-button.tsx';
import { useCopyText } from '../parts/use-copy-text.tsx';

const texts = { ...linkTexts, ...wallsTexts } as const;
const pathOf = ({ id }: RowOf<typeof iotSavedWall>) => `/watch?wall=${id}`;

/** Saved walls, which open on a page of their own. */
export default function SavedWallPage() {
  const translate = useTranslations(texts);
  const { copy, dialog } = useCopyText();
  return (
    <>
      <ResourcePage
        resource="iot.savedWall"
        slots={{
          rowActionsFor: ['iot:camera:play'],
          rowActions: (row) => (
            <HasPermi value={['iot:camera:play']}>
              <RowButton
                row={row}
                title="name"
                onClick={() => window.open(pathOf(row), '_blank', 'noopener')}
              >
                {translate('walls.open')}
              </RowButton>
              <RowButton
                row={row}
                title="name"
                isRare
                onClick={() => void copy(location.origin + pathOf(row), translate('link.copied'))}
              >
                {translate('link.copy')}
              </RowButton>
            </HasPermi>
          ),
        }}
      />
      {dialog}
    </>
  );
}
