'use client';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Brand } from '../../../../lib/contracts/brand.ts';
import { productName } from '../../../../lib/i18n/product-name.ts';
import { useLocale } from '../../text/use-locale.ts';
import { brandStore } from './brand-store.ts';

/** As the server rendered the page; by default the product's own. */
export const ServerBrandContext = createContext<Brand>({ name: '', logo: '', color: '', support: '' });

export function useBrand(): Brand {
  const rendered = useContext(ServerBrandContext);
  return useSyncExternalStore(brandStore.subscribe, brandStore.get, () => null) ?? rendered;
}

/** Name of the organisation, or of the product in the current language. */
export function useBrandName(): string {
  const locale = useLocale();
  return useBrand().name || productName[locale];
}
