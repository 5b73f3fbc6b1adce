'use client';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { RefreshCache } from '../parts/refresh-cache.tsx';

export default function ConfigPage() {
  return (
    <ResourcePage
      resource="system.config"
      slots={{
        toolbar: () => <RefreshCache path="/system/config/refreshCache" permission="system:config:refresh" />,
      }}
    />
  );
}
