'use client';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../../lib/contracts/admin/row-types.ts';
import { watchTexts } from '../../../lib/i18n/console/watch.ts';
import { LoadFailed } from '../../_console/pages/parts/load-failed.tsx';
import { useResource } from '../../_console/resource/data/use-resource.ts';
import { Cell, isNothing } from '../../_console/resource/table/cell.tsx';
import { HasPermi } from '../../_console/session/permission.tsx';
import { useTexts } from '../../_console/text/use-texts.ts';
import { useTranslations } from '../../_console/text/use-translations.ts';
import styles from '../watch.module.css';
import { Section } from './section.tsx';

const ofCamera = [
  'onlineStatus',
  'stateTime',
  'ptzType',
  'talk',
  'mainSource',
  'subSource',
  'address',
  'remark',
];
const ofDevice = [
  'name',
  'serial',
  'manufacturer',
  'model',
  'companyId',
  'address',
  'lastOnlineTime',
  'remark',
];

/** Camera and device, as far as the person may see them. */
export function CameraFacts({ id, deviceId }: { readonly id: string; readonly deviceId: string }) {
  const translate = useTranslations(watchTexts);
  return (
    <Section title={translate('watch.facts')}>
      <Facts resource="iot.camera" id={id} fields={ofCamera} />
      <HasPermi value={['iot:device:query']}>
        <Facts resource="iot.device" id={deviceId} fields={ofDevice} />
      </HasPermi>
    </Section>
  );
}

/** Those of the fields that have a value. */
function Facts({
  resource: key,
  id,
  fields,
}: {
  readonly resource: string;
  readonly id: string;
  readonly fields: readonly string[];
}) {
  const { local } = useTexts();
  const resource = useResource(key);
  const { data, error, refetch } = useQuery<Row>({
    queryKey: [key, 'row', id],
    queryFn: ({ signal }) => resource!.client.get(id, { signal, quiet: true }),
    enabled: resource !== undefined,
  });
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />;
  if (!data || !resource) return <Skeleton height={72} mb="xs" />;
  const { definition } = resource;
  return (
    <dl className={styles.rows}>
      {fields.map((name) => {
        const field = definition.fields[name];
        return (
          field &&
          !isNothing(data[name]) && (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{local(field.label)}</dt>
              <dd>
                <Cell definition={definition} name={name} row={data} isFullText />
              </dd>
            </div>
          )
        );
      })}
    </dl>
  );
}
