'use client';
import { useCallback, useMemo } from 'react';
import cityNames from '../../../../lib/i18n/console/city-names.json' with { type: 'json' };
import { provinceTexts } from '../../../../lib/i18n/console/provinces.ts';
import type { Region } from '../../../../lib/kernel/freight/freight-template.ts';
import type { AreaNode } from '../../session/session-types.ts';
import { useSession } from '../../session/use-session.tsx';
import { useLocale } from '../../text/use-locale.ts';
import { useText } from '../../text/use-text.ts';
import { citiesIn } from './city-sets.ts';

type Named = Pick<AreaNode, 'id' | 'name'>;

const englishCities: Readonly<Record<string, string>> = cityNames;

/** Names of areas in the current language. */
export function useAreaNames() {
  const locale = useLocale();
  const translate = useText();
  const { cities: provinces } = useSession();
  const nameOf = useCallback(
    ({ id, name }: Named): string =>
      provinceTexts[id]?.name[locale] ?? (locale === 'en-US' ? englishCities[id] : undefined) ?? name,
    [locale],
  );
  const byId = useMemo(
    () => new Map([...provinces, ...citiesIn(provinces)].map((area) => [area.id, nameOf(area)])),
    [provinces, nameOf],
  );
  /** Provinces, or the cities of provinces that are not complete. */
  const namesOf = useCallback(
    (regions: readonly Region[]): string =>
      regions
        .flatMap(({ cityId, children }) =>
          (children.length > 0 ? children.map((city) => city.cityId) : [cityId]).map(
            (id) => byId.get(id) ?? String(id),
          ),
        )
        .join(translate('common.and')),
    [byId, translate],
  );
  return { nameOf, namesOf };
}
