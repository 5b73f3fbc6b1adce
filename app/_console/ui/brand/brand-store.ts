import type { Brand } from '../../../../lib/contracts/brand.ts';

/** Brand of this page: that of the user's organisation once somebody is signed in, before that as rendered. */
class BrandStore {
  #current: Brand | null = null;
  readonly #listeners = new Set<() => void>();

  readonly get = (): Brand | null => this.#current;

  set(brand: Brand): void {
    this.#current = brand;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export const brandStore = new BrandStore();
