'use client';
import { Alert, List } from '@mantine/core';
import type { ImportResult } from '../../../../lib/contracts/admin/resource-calls.ts';
import { importTexts } from '../../../../lib/i18n/console/import.ts';
import { useTranslations } from '../../text/use-translations.ts';

/** What was guessed, converted or ignored to read the file. */
export function ImportWarnings({ warnings }: { readonly warnings: NonNullable<ImportResult['warnings']> }) {
  const translate = useTranslations(importTexts);
  return (
    <Alert color="yellow" title={translate('import.warnings')}>
      <List size="sm">
        {warnings.map(({ column, message }) => (
          <List.Item key={`${column} ${message}`}>
            {column === '' ? message : translate('import.warningOf', { column, message })}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
