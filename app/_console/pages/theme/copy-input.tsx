'use client';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { iotTheme } from '../../../../lib/contracts/admin/resources/iot-theme.resource.ts';
import type { RowOption } from '../../../../lib/contracts/admin/row-types.ts';
import { builtInThemeNames } from '../../../../lib/contracts/theme/built-in-names.ts';
import { api } from '../../api/request.ts';
import type { FormExtraProps } from '../../resource/context/resource-page-context.ts';
import { useTexts } from '../../text/use-texts.ts';
import { themesKey } from './theme-data.ts';
import { useThemeText } from './use-theme-text.ts';

/** What a new theme is copied from. */
export function CopyInput({ values, set, errors, row }: FormExtraProps<typeof iotTheme>) {
  const translate = useThemeText();
  const { local } = useTexts();
  const { data: ours = [] } = useQuery({
    queryKey: [...themesKey, 'options', 'copy'],
    queryFn: ({ signal }) => api.get<readonly RowOption[]>('/iot/theme/options', { signal, quiet: true }),
    enabled: row === null,
  });
  if (row !== null) return null;
  return (
    <Select
      label={local(iotTheme.fields.copyOf.label)}
      error={errors.copyOf}
      searchable
      allowDeselect={false}
      data={[
        {
          group: translate('theme.builtIn'),
          items: builtInThemeNames.map(({ id, name }) => ({ value: id, label: local(name) })),
        },
        ...(ours.length === 0
          ? []
          : [
              {
                group: translate('theme.ours'),
                items: ours.map(({ id, title }) => ({ value: String(id), label: title })),
              },
            ]),
      ]}
      value={values.copyOf ?? null}
      onChange={(value) => set('copyOf', value ?? '')}
    />
  );
}
