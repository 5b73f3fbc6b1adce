'use client';
import { NativeSelect, SegmentedControl } from '@mantine/core';
import { statDevice } from '../../../../lib/contracts/admin/resources/stat-device.resource.ts';
import { useResourcePage } from '../../resource/context/resource-page-context.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useLocalText } from '../../text/use-text.ts';
import { useIsNarrow } from '../../ui/use-is-narrow.ts';
import { Summary } from './summary.tsx';
import { useStatisticsText } from './use-statistics-text.ts';

const { options } = statDevice.fields.groupBy;

/** What was watched, started, recorded and failed. */
export default function DeviceStatisticsPage() {
  return (
    <ResourcePage
      resource="stat.device"
      slots={{ asideField: 'groupBy', summary: () => <Summary />, toolbar: () => <GroupBy /> }}
    />
  );
}

function GroupBy() {
  const translate = useStatisticsText();
  const local = useLocalText();
  const { list, setList } = useResourcePage();
  const isNarrow = useIsNarrow();
  const chosen = list.filters.groupBy;
  const choice = {
    'aria-label': translate('statistics.by'),
    size: 'xs',
    data: options.map(({ value, label }) => ({ value, label: local(label) })),
    value: typeof chosen === 'string' ? chosen : 'camera',
  } as const;
  const choose = (groupBy: string) => setList({ filters: { ...list.filters, groupBy } });
  if (isNarrow)
    return <NativeSelect {...choice} onChange={({ currentTarget }) => choose(currentTarget.value)} />;
  return <SegmentedControl {...choice} onChange={choose} />;
}
