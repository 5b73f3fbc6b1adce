'use client';
import { Stack, Table, Text } from '@mantine/core';
import type { zbShippingTemplates } from '../../../../lib/contracts/admin/resources/zb-shipping-templates.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { moneyText } from '../../resource/table/money.ts';
import { useLocale } from '../../text/use-locale.ts';
import { useAreaNames } from '../parts/use-area-names.ts';
import { CoverageMap } from './coverage-map.tsx';
import { templateIn } from './form-rules.ts';
import { useFreightText } from './use-freight-text.ts';

/** The rules of a stored template. */
export function FreightDetail({ row }: { readonly row: RowOf<typeof zbShippingTemplates> }) {
  const translate = useFreightText();
  const locale = useLocale();
  const { namesOf } = useAreaNames();
  const template = templateIn(row);
  const { type, regionInfo, appoint, appointInfo, noDelivery, noDeliveryInfo } = template;
  const name = (region: (typeof regionInfo)[number]['region']) =>
    region.some(({ cityId }) => cityId === 0) ? translate('freight.nationwide') : namesOf(region);
  const money = (fen: number) => moneyText(fen, locale);
  return (
    <Stack mt="md">
      <RuleTable
        title={translate('freight.charges')}
        heads={[
          translate('freight.regions'),
          translate(`freight.first_${type}`),
          translate('freight.firstPrice'),
          translate(`freight.continue_${type}`),
          translate('freight.continuePrice'),
        ]}
        rows={regionInfo.map((rule) => [
          name(rule.region),
          String(rule.first),
          money(rule.firstPrice),
          String(rule.continue),
          money(rule.continuePrice),
        ])}
      />
      {appoint === '1' && (
        <RuleTable
          title={translate('freight.free')}
          heads={[
            translate('freight.regions'),
            translate(`freight.number_${type}`),
            translate('freight.price'),
          ]}
          rows={appointInfo.map((rule) => [name(rule.region), String(rule.number), money(rule.price)])}
        />
      )}
      {noDelivery === '1' && (
        <div>
          <Text fw={600} size="sm">
            {translate('freight.noDelivery')}
          </Text>
          <Text size="sm">
            {noDeliveryInfo.map(({ region }) => name(region)).join(translate('common.and'))}
          </Text>
        </div>
      )}
      <CoverageMap template={template} />
    </Stack>
  );
}

interface RuleTableProps {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function RuleTable({ title, heads, rows }: RuleTableProps) {
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table captionSide="top">
        <Table.Caption ta="left">{title}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the list
            <Table.Tr key={at}>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so is a cell
                <Table.Td key={column}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
