'use client';
import { useEffect } from 'react';
import type { Brand } from '../../../lib/contracts/brand.ts';
import { servedAddress } from '../api/served-address.ts';
import { brandStore } from '../ui/brand/brand-store.ts';

/**
 * Shows the brand of an organisation: that of the user, or of what is shown to somebody without an account. Undefined (not
 * known yet, or another backend): that of the page stays.
 */
export function useBrandOf(brand: Brand | undefined): void {
  useEffect(() => {
    if (brand) brandStore.set({ ...brand, logo: brand.logo && servedAddress(brand.logo) });
  }, [brand]);
}
