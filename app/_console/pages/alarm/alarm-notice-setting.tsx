'use client';
import { Button, Checkbox, Popover, Stack, Switch, Text } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { alarmKindOptions } from '../../../../lib/contracts/admin/alarm-kind-options.ts';
import {
  type AlarmNotice,
  alarmNoticePreference,
  readAlarmNotice,
} from '../../../../lib/contracts/admin/alarm-notice.ts';
import { type AlarmKind, alarmKinds } from '../../../../lib/kernel/alarm-kind.ts';
import { usePreference } from '../../resource/data/preferences.ts';
import { useLocale } from '../../text/use-locale.ts';
import { usePageText } from '../../text/use-page-text.ts';

/** Of which alarms this person is notified in the console. */
export function AlarmNoticeSetting() {
  const translate = usePageText();
  const locale = useLocale();
  const { value, set } = usePreference(alarmNoticePreference);
  const notice = readAlarmNotice(value);
  const chosen: readonly AlarmKind[] = notice.kinds ?? alarmKinds;
  const change = (part: Partial<AlarmNotice>) => set({ ...notice, ...part });
  const Icon = notice.isOn ? IconBell : IconBellOff;

  function choose(kind: AlarmKind, isChosen: boolean): void {
    const kinds = alarmKinds.filter((one) => (one === kind ? isChosen : chosen.includes(one)));
    // None is the same as off, which has a switch of its own.
    if (kinds.length > 0) change({ kinds: kinds.length === alarmKinds.length ? null : kinds });
  }

  return (
    <Popover position="bottom-start" shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon size={16} aria-hidden="true" />}>
          {translate('pages.alarm.notice')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" maw={280}>
          <Switch
            label={translate('pages.alarm.noticeOn')}
            checked={notice.isOn}
            onChange={({ currentTarget }) => change({ isOn: currentTarget.checked })}
          />
          <Text size="xs" c="dimmed">
            {translate('pages.alarm.noticeHelp')}
          </Text>
          {notice.isOn &&
            alarmKindOptions.map(({ value: kind, label }) => (
              <Checkbox
                key={kind}
                size="xs"
                label={label[locale]}
                checked={chosen.includes(kind as AlarmKind)}
                onChange={({ currentTarget }) => choose(kind as AlarmKind, currentTarget.checked)}
              />
            ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
