'use client';
import { Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { freightProblems } from '../../../../lib/contracts/admin/freight-rules.ts';
import type { FreightTemplate } from '../../../../lib/kernel/freight/freight-template.ts';
import { chargeRule, type FreightQuote, quote } from '../../../../lib/kernel/freight/quote.ts';
import { decimalsOf } from '../../../../lib/kernel/freight/units.ts';
import { moneyText } from '../../resource/table/money.ts';
import { useSession } from '../../session/use-session.tsx';
import { useLocale } from '../../text/use-locale.ts';
import { useAreaNames } from '../parts/use-area-names.ts';
import { CoverageMap } from './coverage-map.tsx';
import { usableNames } from './form-rules.ts';
import { CitySelect, type GoodsLine, GoodsLines, itemOf, newLine } from './goods-lines.tsx';
import { useFreightText } from './use-freight-text.ts';

/** What goods cost with the values of the form, and where it delivers: calculated here, as the server does. */
export function FeePreview({ template }: { readonly template: FreightTemplate }) {
  const translate = useFreightText();
  const [cityId, setCity] = useState<number | null>(null);
  const [lines, setLines] = useState<readonly GoodsLine[]>([newLine]);
  const { cities: provinces } = useSession();
  const { nameOf } = useAreaNames();
  const items = lines.flatMap((line) => itemOf(line, template.type) ?? []);
  const isComplete = cityId !== null && items.length === lines.length;
  const answer = isComplete
    ? quoteOrNull(template, cityId, items, usableNames(provinces, null, nameOf))
    : null;
  return (
    <Paper withBorder p="md" component="section" aria-label={translate('freight.preview')}>
      <Stack gap="sm">
        <CoverageMap template={template} />
        <Title order={2} size="h5">
          {translate('freight.preview')}
        </Title>
        <CitySelect value={cityId} onChange={setCity} />
        <GoodsLines lines={lines} fresh={newLine} typeOf={() => template.type} onChange={setLines} />
        <div role="status">
          {answer && cityId !== null ? (
            <QuoteView quote={answer} template={template} cityId={cityId} />
          ) : (
            <Text size="sm" c="dimmed">
              {translate('freight.incomplete')}
            </Text>
          )}
        </div>
      </Stack>
    </Paper>
  );
}

/** Null while the numbers of the template have problems; what is hidden is checked when it is saved. */
function quoteOrNull(
  template: FreightTemplate,
  cityId: number,
  items: Parameters<typeof quote>[2],
  names: ReturnType<typeof usableNames>,
): FreightQuote | null {
  if (freightProblems(template, names).some(({ path }) => !path.endsWith('.region'))) return null;
  try {
    return quote(template, cityId, items);
  } catch (error) {
    // The fee is no safe integer.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

interface QuoteViewProps {
  readonly quote: FreightQuote;
  readonly template: FreightTemplate;
  readonly cityId: number;
}

function QuoteView({ quote: answer, template, cityId }: QuoteViewProps) {
  const translate = useFreightText();
  const locale = useLocale();
  const { namesOf } = useAreaNames();
  if (!answer.deliverable)
    return (
      <Text fw={600} c="var(--mantine-color-error)">
        {translate(`freight.${answer.reason}`)}
      </Text>
    );
  const { fee, rule, units, steps, split } = answer;
  const decimals = decimalsOf[template.type];
  const amount = translate(`freight.unit_${template.type}`, {
    amount: decimals === 0 ? units : Number((units / 10 ** decimals).toFixed(decimals)),
  });
  const name = namesOf(rule === 'REGION' ? (chargeRule(template, cityId)?.region ?? []) : []);
  return (
    <Stack gap={2}>
      <Text size="sm">{translate('freight.fee')}</Text>
      <Text size="xl" fw={700}>
        {moneyText(fee, locale)}
      </Text>
      <Text size="sm">{translate(`freight.rule_${rule}`, { name })}</Text>
      <Text size="sm" c="dimmed">
        {translate('freight.steps', { amount, steps })}
      </Text>
      {split.length > 1 &&
        split.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is that of the line at its place
          <Text key={at} size="sm" c="dimmed">
            {translate('freight.share', { number: at + 1, fee: moneyText(part, locale) })}
          </Text>
        ))}
    </Stack>
  );
}
