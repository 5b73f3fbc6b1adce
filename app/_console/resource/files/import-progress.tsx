'use client';
import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { importTexts } from '../../../../lib/i18n/console/import.ts';
import type { Ms } from '../../../../lib/kernel/units.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { useResourcePage } from '../context/resource-page-context.ts';

const polledEvery: Ms = 500;
/** After a request that failed. */
const againAfter: Ms = 3_000;

/** Progress of the running import. Empty if the server cannot report it. */
export function ImportProgress({ runId }: { readonly runId: string }) {
  const { definition, client } = useResourcePage().resource;
  const translate = useTranslations(importTexts);
  const { data: meter } = useQuery({
    queryKey: [definition.key, 'importProgress', runId],
    queryFn: ({ signal }) => client.importProgress(runId, { signal, quiet: true }),
    refetchInterval: ({ state }) => (state.error ? againAfter : polledEvery),
    retry: false,
    gcTime: 0,
  });
  if (!meter || meter.done === 0) return null;
  const { phase, done, total } = meter;
  const label = translate(phase === 'writing' ? 'import.writtenRows' : 'import.checkedRows', {
    done,
    total,
  });
  return (
    <Stack gap={4}>
      <Progress value={(done / total) * 100} aria-label={label} />
      <Text size="sm">{label}</Text>
    </Stack>
  );
}
