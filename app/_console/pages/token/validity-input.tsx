'use client';
import { Group, Input, NativeSelect, NumberInput, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { iotToken } from '../../../../lib/contracts/admin/resources/iot-token.resource.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';
import {
  durationText,
  maxSeconds,
  minSeconds,
  presets,
  type Unit,
  unitOf,
  units,
  validSeconds,
} from './duration.ts';

const custom = 'custom';

/** A preset, or a number of minutes, hours or days. The value is in seconds. */
export function ValidityInput({ values, set, errors }: FormExtraProps<typeof iotToken>) {
  const translate = usePageText();
  const { expireSeconds: value } = values;
  const preset = presets.find((seconds) => seconds === value);
  const [isCustom, setCustom] = useState(preset === undefined);
  const [unit, setUnit] = useState<Unit>(() => unitOf(Number(value)) ?? 60);
  const max = durationText(translate, maxSeconds);
  const isRefused = errors.expireSeconds !== undefined && validSeconds(value) === null;
  const change = (seconds: number) => set('expireSeconds', seconds);
  return (
    <Input.Wrapper
      label={translate('pages.token.validity')}
      labelElement="div"
      descriptionProps={{ mt: 5 }}
      description={isCustom && !isRefused ? translate('pages.token.bounds', { max }) : undefined}
      error={isRefused ? translate('pages.token.bounds', { max }) : errors.expireSeconds}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <SegmentedControl
        fullWidth
        aria-label={translate('pages.token.validity')}
        data={[
          ...presets.map((seconds) => ({ value: String(seconds), label: durationText(translate, seconds) })),
          { value: custom, label: translate('pages.token.custom') },
        ]}
        value={isCustom ? custom : String(value)}
        onChange={(chosen) => {
          setCustom(chosen === custom);
          if (chosen !== custom) change(Number(chosen));
          else setUnit(unitOf(Number(value)) ?? 60);
        }}
      />
      {isCustom && (
        <Group gap="xs" wrap="nowrap" mt="xs">
          <NumberInput
            flex={1}
            aria-label={translate('pages.token.amount')}
            error={errors.expireSeconds !== undefined}
            min={minSeconds / unit}
            clampBehavior="none"
            value={typeof value === 'number' && value > 0 ? value / unit : ''}
            // 0 is rejected by validation; an empty field would mean the maximum.
            onChange={(count) => change(Math.round(Number(count) * unit))}
          />
          <NativeSelect
            aria-label={translate('pages.token.unit')}
            data={units.map((one) => ({ value: String(one), label: translate(`pages.token.unit.${one}`) }))}
            value={String(unit)}
            onChange={({ currentTarget }) => {
              const next = units.find((one) => String(one) === currentTarget.value) ?? unit;
              setUnit(next);
              if (typeof value === 'number') change((value / unit) * next);
            }}
          />
        </Group>
      )}
    </Input.Wrapper>
  );
}
