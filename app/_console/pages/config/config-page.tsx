'use client';
import { Skeleton } from '@mantine/core';
import { type ComponentProps, lazy, Suspense } from 'react';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { RefreshCache } from '../parts/refresh-cache.tsx';
import { SettingValue } from './setting-value.tsx';

const SettingField = lazy(retryWhenOnline(() => import('./setting-value-input.tsx')));

type FieldProps = ComponentProps<typeof SettingField>;

const field = (name: FieldProps['name']) => (form: FieldProps['form']) => (
  <Suspense fallback={<Skeleton height={60} />}>
    <SettingField form={form} name={name} />
  </Suspense>
);

export default function ConfigPage() {
  return (
    <ResourcePage
      resource="system.config"
      slots={{
        toolbar: () => <RefreshCache path="/system/config/refreshCache" permission="system:config:refresh" />,
        columns: { configValue: (row) => <SettingValue row={row} /> },
        inputs: {
          configKey: field('configKey'),
          valueType: field('valueType'),
          configValue: field('configValue'),
        },
      }}
    />
  );
}
