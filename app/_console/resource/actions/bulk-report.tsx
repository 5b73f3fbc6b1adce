'use client';
import { Button, Group, Progress, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { idOf } from '../../../../lib/contracts/admin/row-types.ts';
import { bulkTexts } from '../../../../lib/i18n/console/bulk.ts';
import { useUnsaved } from '../../shell/page/use-unsaved.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';
import { fullNameOf } from '../data/row.ts';
import type { BulkRun } from './use-bulk.ts';

/** Rows shown in the report. */
const maxShown = 200;
/** Prevents the icon from shrinking beside several lines. */
const icon = { size: 16, style: { flex: 'none' } } as const;

/** Progress of a bulk operation and the outcome per row. */
export default function BulkReport({
  run,
  onClose,
}: {
  readonly run: BulkRun;
  readonly onClose: () => void;
}) {
  const { definition } = useResourcePage().resource;
  const { translate } = useTexts();
  const ofBulk = useTranslations(bulkTexts);
  const { phase, done, total, outcomes, instead } = run;
  const isRunning = phase !== 'done';
  const dialog = useUnsaved(isRunning, run.stop);
  const counts = { done, total };
  const progress =
    phase === 'reading' ? ofBulk('bulk.reading', counts) : translate('resource.progress', counts);
  return (
    <PageDialog
      ref={dialog}
      title={run.title}
      onClose={onClose}
      withCloseButton={!isRunning}
      closeOnClickOutside={false}
      closeOnEscape={!isRunning}
    >
      <Stack>
        {run.lead && (
          <Text role={isRunning ? undefined : 'status'} style={{ whiteSpace: 'pre-line' }}>
            {run.lead}
          </Text>
        )}
        {(isRunning || outcomes.length > 0) && (
          <>
            <Progress value={total === 0 ? 0 : (done / total) * 100} aria-label={progress} />
            {isRunning && <Text size="sm">{progress}</Text>}
          </>
        )}
        {outcomes.length > 0 && (
          <ScrollArea.Autosize mah={320}>
            <Table>
              <Table.Tbody>
                {outcomes.slice(0, maxShown).map(({ row, error }) => (
                  <Table.Tr key={String(idOf(definition, row))}>
                    <Table.Th scope="row">{fullNameOf(definition, row)}</Table.Th>
                    <Table.Td>
                      <Group gap={4} wrap="nowrap">
                        {error === null ? <IconCircleCheck {...icon} /> : <IconCircleX {...icon} />}
                        {error ?? translate('common.done')}
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
            {outcomes.length > maxShown && (
              <Text size="sm" p="xs">
                {translate('resource.andMore', { count: outcomes.length - maxShown })}
              </Text>
            )}
          </ScrollArea.Autosize>
        )}
        <Group justify="flex-end">
          {isRunning ? (
            <Button variant="default" onClick={run.stop}>
              {translate('resource.stop')}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              {translate('common.close')}
            </Button>
          )}
          {instead && (
            <Button color="red" onClick={instead.act}>
              {instead.words}
            </Button>
          )}
        </Group>
      </Stack>
    </PageDialog>
  );
}
