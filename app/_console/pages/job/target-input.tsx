'use client';
import { Code, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { JobHandlerInfo, JobParameterInfo } from '../../../../lib/contracts/admin/calls/job.calls.ts';
import {
  formatJobTarget,
  type JobArgument,
  parseJobTarget,
} from '../../../../lib/contracts/admin/job-target.ts';
import { monitorJob } from '../../../../lib/contracts/admin/resources/monitor-job.resource.ts';
import { jobTexts } from '../../../../lib/i18n/console/jobs.ts';
import { api } from '../../api/request.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { useLocale } from '../../text/use-locale.ts';
import { useTranslations } from '../../text/use-translations.ts';

/** The task of a job: one of the handlers of the server, with an input for each argument. */
export default function TargetInput({ form }: { readonly form: FormExtraProps<typeof monitorJob> }) {
  const translate = useTranslations(jobTexts);
  const locale = useLocale();
  const { data: handlers, error } = useQuery({
    queryKey: ['monitor.job', 'handlers', locale],
    queryFn: ({ signal }) =>
      api.get<readonly JobHandlerInfo[]>('/monitor/job/handlers', { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const text = String(form.values.invokeTarget ?? '');
  const target = parseJobTarget(text);
  const chosen = handlers?.find(({ name }) => name === target?.handler);
  const set = (handler: JobHandlerInfo, args: readonly JobArgument[]) =>
    form.set('invokeTarget', formatJobTarget({ handler: handler.name, args }));
  const unknown = handlers && text !== '' && !chosen && translate('jobs.unknownTask', { target: text });

  return (
    <Stack gap="xs">
      <Select
        label={translate('jobs.task')}
        required
        searchable
        data={(handlers ?? []).map(({ name, title }) => ({
          value: name,
          label: `${title} · ${name}`,
        }))}
        value={chosen?.name ?? null}
        allowDeselect={false}
        error={form.errors.invokeTarget ?? error?.message ?? unknown}
        onChange={(name) => {
          const next = handlers?.find((one) => one.name === name);
          if (next)
            set(
              next,
              next.parameters.map((parameter) => parameter.default),
            );
        }}
      />
      {chosen && (
        <>
          <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
            {chosen.parameters.map((parameter, at) => (
              <ArgumentInput
                key={parameter.label}
                parameter={parameter}
                value={target?.args[at] ?? null}
                onChange={(value) =>
                  set(
                    chosen,
                    chosen.parameters.map((one, index) =>
                      index === at ? value : (target?.args[index] ?? one.default),
                    ),
                  )
                }
              />
            ))}
          </Group>
          <Text size="xs" c="dimmed">
            {monitorJob.fields.invokeTarget.label[locale]} <Code>{text}</Code>
          </Text>
        </>
      )}
    </Stack>
  );
}

function ArgumentInput({
  parameter,
  value,
  onChange,
}: {
  readonly parameter: JobParameterInfo;
  readonly value: JobArgument;
  onChange(value: JobArgument): void;
}) {
  const translate = useTranslations(jobTexts);
  const { label } = parameter;
  if (parameter.kind === 'choice') {
    return (
      <Select
        label={label}
        data={parameter.options}
        value={String(value ?? '')}
        allowDeselect={false}
        onChange={onChange}
      />
    );
  }
  const { min, max } = parameter;
  return (
    <NumberInput
      label={label}
      description={translate('jobs.range', { min, max })}
      allowDecimal={false}
      min={min}
      max={max}
      // Validation reports values out of range; they are not changed silently.
      clampBehavior="none"
      value={typeof value === 'number' ? value : ''}
      onChange={(next) => onChange(next === '' ? null : Number(next))}
    />
  );
}
