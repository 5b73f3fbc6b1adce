'use client';
import {
  ActionIcon,
  Button,
  Group,
  Input,
  NumberInput,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import {
  defaultPostRecordSec,
  type RecordMode,
  recordModeOf,
  recordModes,
} from '../../../../lib/contracts/admin/record-modes.ts';
import type { RecordPlan, RecordSpan } from '../../../../lib/contracts/admin/record-plan.ts';
import type { iotCamera } from '../../../../lib/contracts/admin/resources/iot-camera.resource.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { planProblems } from './plan-problems.ts';
import { WeekGrid } from './week-grid.tsx';
import { weekDays as days } from './week-hours.ts';

const defaults: RecordPlan = { enabled: false, mode: 'always', days: [], keepDays: 7, preRecordSec: 5 };
const maxSpans = 56;

/** What is recorded of a camera, and how long it is kept. */
export function RecordPlanInput({ values, set, errors, row }: FormExtraProps<typeof iotCamera>) {
  const translate = usePageText();
  const plan = values.recordPlan || defaults;
  const mode = recordModeOf(plan);
  const isDemo = row?.mainSource?.startsWith('demo:') ?? false;
  const change = (part: Partial<RecordPlan>) => set('recordPlan', { ...plan, ...part });
  const setSpan = (at: number, part: Partial<RecordSpan>) =>
    change({ days: plan.days.map((span, index) => (index === at ? { ...span, ...part } : span)) });
  const problems = planProblems(plan.days);
  const error = Object.entries(errors).find(([path]) => path.startsWith('recordPlan'))?.[1];
  const isOff = !plan.enabled;
  const spans = (
    <>
      <WeekGrid
        spans={plan.days}
        isDisabled={isOff}
        onChange={(next) => next.length <= maxSpans && change({ days: [...next] })}
      />
      {plan.days.length === 0 && (
        <Text size="sm" c="dimmed">
          {translate('pages.planEmpty')}
        </Text>
      )}
      {plan.days.map((span, at) => {
        const problem = problems[at];
        const name = translate(`pages.day${days.find((day) => day === span.day) ?? 1}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a span is its place in the list
          <Input.Wrapper key={at} error={problem ? translate(problem) : null}>
            <Group gap="xs" wrap="nowrap" align="center">
              <Select
                size="xs"
                disabled={isOff}
                flex="1 1 96px"
                miw={84}
                aria-label={translate('pages.planDay')}
                allowDeselect={false}
                data={days.map((day) => ({ value: String(day), label: translate(`pages.day${day}`) }))}
                value={String(span.day)}
                onChange={(day) => setSpan(at, { day: Number(day) })}
              />
              {(['from', 'to'] as const).map((end) => (
                <TextInput
                  key={end}
                  size="xs"
                  disabled={isOff}
                  flex="0 1 76px"
                  aria-label={translate(end === 'from' ? 'pages.planFrom' : 'pages.planTo')}
                  aria-invalid={problem !== null}
                  error={problem !== null}
                  placeholder={end === 'from' ? '00:00' : '24:00'}
                  maxLength={5}
                  value={span[end]}
                  onChange={({ currentTarget }) => setSpan(at, { [end]: currentTarget.value })}
                />
              ))}
              <ActionIcon
                variant="subtle"
                color="red"
                disabled={isOff}
                aria-label={`${translate('common.remove')} ${name} ${span.from}`}
                onClick={() => change({ days: plan.days.filter((_, index) => index !== at) })}
              >
                <IconTrash size={16} />
              </ActionIcon>
            </Group>
          </Input.Wrapper>
        );
      })}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={isOff || plan.days.length >= maxSpans}
          onClick={() => change({ days: [...plan.days, { day: 1, from: '00:00', to: '24:00' }] })}
        >
          {translate('pages.planAdd')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={isOff}
          onClick={() => change({ days: days.map((day) => ({ day, from: '00:00', to: '24:00' })) })}
        >
          {translate('pages.planAlways')}
        </Button>
      </Group>
    </>
  );
  return (
    <Input.Wrapper label={translate('pages.recordPlan')} error={error}>
      <Paper withBorder p="sm" mt={4}>
        <Stack gap="sm">
          <Switch
            label={translate('pages.planOn')}
            checked={plan.enabled}
            onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
          />
          <SegmentedControl
            size="xs"
            disabled={isOff}
            aria-label={translate('pages.planMode')}
            data={recordModes.map((value) => ({ value, label: translate(`pages.planMode_${value}`) }))}
            value={mode}
            onChange={(value) => change({ mode: value as RecordMode })}
          />
          {mode === 'schedule' && spans}
          {mode === 'alarm' && (
            <Group grow>
              <NumberInput
                size="xs"
                disabled={isOff}
                label={translate('pages.planBefore')}
                min={0}
                max={60}
                allowDecimal={false}
                value={plan.preRecordSec}
                onChange={(value) => change({ preRecordSec: Number(value) })}
              />
              <NumberInput
                size="xs"
                disabled={isOff}
                label={translate('pages.planAfter')}
                min={1}
                max={600}
                allowDecimal={false}
                value={plan.postRecordSec ?? defaultPostRecordSec}
                onChange={(value) => change({ postRecordSec: Number(value) })}
              />
            </Group>
          )}
          <Group grow>
            <NumberInput
              size="xs"
              disabled={isOff}
              label={translate('pages.planKeep')}
              min={1}
              max={365}
              allowDecimal={false}
              value={plan.keepDays}
              onChange={(value) => change({ keepDays: Number(value) })}
            />
            <NumberInput
              size="xs"
              disabled={isOff}
              label={translate('pages.planMaxGb')}
              placeholder={translate('pages.planNoLimit')}
              min={1}
              max={1_000_000}
              allowDecimal={false}
              value={plan.maxGb ?? ''}
              onChange={(value) => change({ maxGb: value === '' ? null : Number(value) })}
            />
          </Group>
          {isDemo && (
            <Switch
              label={translate('pages.planCard')}
              description={translate('pages.planCardHint')}
              checked={plan.card ?? false}
              onChange={({ currentTarget }) => change({ card: currentTarget.checked })}
            />
          )}
        </Stack>
      </Paper>
    </Input.Wrapper>
  );
}
