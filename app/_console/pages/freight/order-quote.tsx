'use client';
import { Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { freightPreviewOrder } from '../../../../lib/contracts/admin/calls/freight.calls.ts';
import type { RowOption } from '../../../../lib/contracts/admin/row-types.ts';
import type { FreightType } from '../../../../lib/kernel/freight/freight-template.ts';
import type { FreightItem } from '../../../../lib/kernel/freight/quote.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { moneyText } from '../../resource/table/money.ts';
import { useLocale } from '../../text/use-locale.ts';
import { PageDrawer } from '../../ui/dialogs/page-dialog.tsx';
import { CitySelect, type GoodsLine, GoodsLines, itemOf, newLine } from './goods-lines.tsx';
import { useFreightText } from './use-freight-text.ts';

interface OrderLine extends GoodsLine {
  readonly templateId: number | null;
}
const freshLine: OrderLine = { ...newLine, templateId: null };

type OrderAnswer = DataOf<typeof freightPreviewOrder>;

/** Shipping of an order whose goods have several templates, calculated by the server and its setting. */
export default function OrderQuote({ onClose }: { onClose(): void }) {
  const translate = useFreightText();
  const [cityId, setCity] = useState<number | null>(null);
  const [lines, setLines] = useState<readonly OrderLine[]>([freshLine]);
  const [answer, setAnswer] = useState<OrderAnswer | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { data: templates = [], error } = useQuery({
    queryKey: ['zb.shippingTemplates', 'options', 'all'],
    queryFn: ({ signal }) =>
      api.get<readonly RowOption[]>('/zb/shipping-templates/options', { signal, quiet: true }),
  });
  const typeOf = ({ templateId }: OrderLine): FreightType => {
    const type = templates.find(({ id }) => id === templateId)?.fields?.type;
    return type === '2' || type === '3' ? type : '1';
  };
  const groups = groupsOf(lines, typeOf);
  /** Of the goods that are shown; an answer is that of these. */
  const shown = useRef(0);
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      shown.current += 1;
      setAnswer(null);
      set(value);
    };
  const calculate = async (): Promise<void> => {
    setBusy(true);
    const asked = shown.current;
    try {
      const body = { cityId, groups };
      const found = await api.post<OrderAnswer>('/zb/shipping-templates/previewOrder', body, {
        allowDuplicate: true,
      });
      if (asked === shown.current) setAnswer(found);
    } catch {
      /* Reported by the call. */
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageDrawer title={translate('freight.order')} onClose={onClose}>
      <Stack>
        <Text size="sm" c="dimmed">
          {translate('freight.orderHint')}
        </Text>
        <CitySelect value={cityId} onChange={changed(setCity)} />
        <GoodsLines
          lines={lines}
          fresh={freshLine}
          typeOf={typeOf}
          onChange={changed(setLines)}
          extra={(line, change) => (
            <Select
              searchable
              mb="xs"
              label={translate('freight.template')}
              error={error?.message}
              data={templates.map(({ id, title }) => ({ value: String(id), label: title }))}
              value={line.templateId === null ? null : String(line.templateId)}
              onChange={(chosen) => change({ templateId: chosen === null ? null : Number(chosen) })}
            />
          )}
        />
        <Group justify="flex-end">
          <Button
            disabled={cityId === null || groups === null}
            loading={isBusy}
            onClick={() => void calculate()}
          >
            {translate('freight.calculate')}
          </Button>
        </Group>
        <div role="status">{answer && <OrderAnswerView answer={answer} />}</div>
      </Stack>
    </PageDrawer>
  );
}

/** The goods of each template; null while a line is incomplete. */
function groupsOf(lines: readonly OrderLine[], typeOf: (line: OrderLine) => FreightType) {
  const byTemplate = new Map<number, FreightItem[]>();
  for (const line of lines) {
    const item = itemOf(line, typeOf(line));
    if (line.templateId === null || !item) return null;
    byTemplate.set(line.templateId, [...(byTemplate.get(line.templateId) ?? []), item]);
  }
  return [...byTemplate].map(([id, items]) => ({ id, items }));
}

function OrderAnswerView({ answer }: { readonly answer: OrderAnswer }) {
  const translate = useFreightText();
  const locale = useLocale();
  return (
    <Stack gap="xs">
      <Text size="xl" fw={700}>
        {answer.deliverable ? moneyText(answer.fee, locale) : translate('freight.undelivered')}
      </Text>
      {answer.groups.length > 1 && (
        <Text size="sm" c="dimmed">
          {translate(`freight.combine_${answer.combine}`)}
        </Text>
      )}
      <Table>
        <Table.Tbody>
          {answer.groups.map(({ id, name, quote }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td ta="right">
                {quote.deliverable ? moneyText(quote.fee, locale) : translate(`freight.${quote.reason}`)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}
