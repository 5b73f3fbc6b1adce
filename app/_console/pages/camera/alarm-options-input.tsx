'use client';
import { Input, NumberInput, Paper, Slider, Stack, Switch, Text } from '@mantine/core';
import {
  maxNoticeMinutes,
  maxSensitivity,
  minSensitivity,
  noAlarms,
} from '../../../../lib/contracts/admin/alarm-option-limits.ts';
import type { AlarmOptions } from '../../../../lib/contracts/admin/alarm-options.ts';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';

/** The sources of alarms of a camera; all of them are off by default. */
export function AlarmOptionsInput({ values, set, errors }: FormExtraProps<typeof iotCamera>) {
  const translate = usePageText();
  const options = values.alarmOptions || noAlarms;
  const change = (part: Partial<AlarmOptions>) => set('alarmOptions', { ...options, ...part });
  return (
    <Input.Wrapper label={translate('pages.alarm.sources')} error={errors.alarmOptions}>
      <Paper withBorder p="sm" mt={4}>
        <Stack gap="sm">
          <Switch
            label={translate('pages.alarm.onvif')}
            description={translate('pages.alarm.onvifHelp')}
            checked={options.onvif}
            onChange={({ currentTarget }) => change({ onvif: currentTarget.checked })}
          />
          <Switch
            label={translate('pages.alarm.motion')}
            description={translate('pages.alarm.motionHelp')}
            checked={options.motion}
            onChange={({ currentTarget }) => change({ motion: currentTarget.checked })}
          />
          {options.motion && (
            <div>
              <Text size="sm">{translate('pages.alarm.sensitivity')}</Text>
              <Slider
                thumbLabel={translate('pages.alarm.sensitivity')}
                min={minSensitivity}
                max={maxSensitivity}
                step={1}
                marks={[
                  { value: minSensitivity, label: translate('pages.alarm.large') },
                  { value: maxSensitivity, label: translate('pages.alarm.small') },
                ]}
                mb="lg"
                value={options.sensitivity}
                onChange={(sensitivity) => change({ sensitivity })}
              />
            </div>
          )}
          <NumberInput
            size="xs"
            label={translate('pages.alarm.noticeMinutes')}
            description={translate('pages.alarm.noticeMinutesHelp')}
            min={0}
            max={maxNoticeMinutes}
            allowDecimal={false}
            allowNegative={false}
            // Options that were stored before have none.
            value={options.noticeMinutes ?? 0}
            onChange={(value) => change({ noticeMinutes: Number(value) })}
          />
        </Stack>
      </Paper>
    </Input.Wrapper>
  );
}
