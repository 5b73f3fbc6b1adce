'use client';
import { Button, Table } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { idOf, type Row } from '../../../../lib/contracts/admin/row-types.ts';
import { detailTexts } from '../../../../lib/i18n/console/detail.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import type { Slots } from '../context/resource-page-context.ts';
import type { Resource } from '../data/use-resource.ts';
import { Cell } from '../table/cell.tsx';
import styles from './resource-detail.module.css';

export interface ResourceDetailProps {
  readonly resource: Resource;
  readonly row: Row;
  /** Replaces the value of a field. */
  readonly cells?: Slots['columns'] | undefined;
}

/** All readable fields of a row. */
export function ResourceDetail({ resource, row, cells }: ResourceDetailProps) {
  const { definition } = resource;
  const { local } = useTexts();
  const [revealed, setRevealed] = useState<Row>({});
  const shown = { ...row, ...revealed };
  const fields = Object.entries(definition.fields).filter(
    ([name, field]) =>
      field.kind !== 'secret' &&
      field.detail !== false &&
      // Numeric ids mean nothing to users.
      !(name === definition.id.field && definition.id.kind === 'integer' && !definition.unversioned) &&
      (field.list !== undefined || field.form !== false),
  );
  return (
    <Table variant="vertical" layout="fixed" withTableBorder>
      <Table.Tbody>
        {fields.map(([name, field]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" w={140}>
              {local(field.label)}
            </Table.Th>
            <Table.Td className={styles.value}>
              {cells?.[name]?.(shown) ?? <Cell definition={definition} name={name} row={shown} isFullText />}
              {field.mask && row[name] === shown[name] && (
                <Reveal
                  resource={resource}
                  row={row}
                  name={name}
                  onRevealed={(value) => setRevealed((current) => ({ ...current, [name]: value }))}
                />
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Reveals a masked value, if permitted. Each reveal is logged. */
function Reveal({
  resource,
  row,
  name,
  onRevealed,
}: {
  readonly resource: Resource;
  readonly row: Row;
  readonly name: string;
  onRevealed(value: unknown): void;
}) {
  const { local } = useTexts();
  const ofDetail = useTranslations(detailTexts);
  const [isBusy, setBusy] = useState(false);
  const field = resource.definition.fields[name];
  // Only the asterisks show that the value is masked for this user.
  if (!field || !String(row[name] ?? '').includes('*') || !resource.can('reveal')) return null;
  const reveal = () => {
    setBusy(true);
    resource.client
      .reveal(idOf(resource.definition, row), name)
      .then(onRevealed)
      // The error has been shown.
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      ml="xs"
      loading={isBusy}
      leftSection={<IconEye size={14} />}
      aria-label={ofDetail('detail.revealField', { field: local(field.label) })}
      onClick={reveal}
    >
      {ofDetail('detail.reveal')}
    </Button>
  );
}
