'use client';
import { Button, Group, Input, List, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { monitorJob } from '../../../../lib/contracts/admin/resources/monitor-job.resource.ts';
import { jobTexts } from '../../../../lib/i18n/console/jobs.ts';
import { api } from '../../api/request.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { useLocale } from '../../text/use-locale.ts';
import { useTranslations } from '../../text/use-translations.ts';

const typingMs = 300;

const presets = [
  ['jobs.hourly', '0 0 * * * ?'],
  ['jobs.daily', '0 0 3 * * ?'],
  ['jobs.weekly', '0 0 3 ? * MON'],
  ['jobs.monthly', '0 0 3 1 * ?'],
] as const;

/** A cron expression, with the times that the server computes from it. */
export default function CronInput({ form }: { readonly form: FormExtraProps<typeof monitorJob> }) {
  const translate = useTranslations(jobTexts);
  const locale = useLocale();
  const cron = String(form.values.cronExpression ?? '');
  const set = (next: string) => form.set('cronExpression', next);
  return (
    <Stack gap="xs">
      <TextInput
        label={monitorJob.fields.cronExpression.label[locale]}
        description={translate('jobs.fields')}
        error={form.errors.cronExpression}
        required
        maxLength={255}
        value={cron}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
      <Group gap="xs">
        {presets.map(([label, expression]) => (
          <Button key={label} size="compact-sm" variant="default" onClick={() => set(expression)}>
            {translate(label)}
          </Button>
        ))}
      </Group>
      <NextRuns cron={cron.trim()} />
    </Stack>
  );
}

function NextRuns({ cron }: { readonly cron: string }) {
  const translate = useTranslations(jobTexts);
  const [asked] = useDebouncedValue(cron, typingMs);
  const { data } = useQuery({
    queryKey: ['monitor.job', 'nextTimes', asked],
    queryFn: ({ signal }) =>
      api.get<{ readonly times: readonly string[] | null }>('/monitor/job/nextTimes', {
        query: { cron: asked },
        signal,
        quiet: true,
      }),
    enabled: asked !== '',
    placeholderData: (previous) => previous,
  });
  if (asked === '' || !data) return null;
  const { times } = data;
  return (
    <Input.Wrapper label={translate('jobs.next')} labelElement="div">
      <div aria-live="polite">
        {times && times.length > 0 ? (
          <List size="sm">
            {times.map((time) => (
              <List.Item key={time}>{time}</List.Item>
            ))}
          </List>
        ) : (
          <Text size="sm" c="dimmed">
            {translate(times ? 'jobs.never' : 'jobs.badCron')}
          </Text>
        )}
      </div>
    </Input.Wrapper>
  );
}
