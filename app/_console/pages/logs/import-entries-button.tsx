'use client';
import { Button } from '@mantine/core';
import type { monitorOperlog } from '../../../../lib/contracts/admin/resources/monitor-operlog.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { usePage } from '../../shell/page/page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';

/** Opens the entries of an import, which appears in the log as a single entry. */
export function ImportEntriesButton({
  row: { businessType, bizKey, traceId },
}: {
  readonly row: RowOf<typeof monitorOperlog>;
}) {
  const translate = usePageText();
  const page = usePage();
  if (businessType !== '6' || bizKey || !traceId) return null;
  return (
    <Button
      mt="md"
      variant="light"
      onClick={() => page.setQuery(new URLSearchParams({ traceId }), { push: true })}
    >
      {translate('pages.partsOfImport')}
    </Button>
  );
}
