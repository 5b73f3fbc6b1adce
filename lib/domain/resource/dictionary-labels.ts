/** Labels of dictionary values, in a given language. */
import type { Locale } from '../../i18n/translate.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from './resource-deps.ts';

/** By type: labels by value, in the order of the dictionary. */
export type DictionaryLabels = ReadonlyMap<string, ReadonlyMap<string, string>>;

export async function dictionaryLabels(
  { database: { db } }: Pick<ResourceDeps, 'database'>,
  { actor }: CallContext,
  types: readonly string[],
  locale: Locale,
): Promise<DictionaryLabels> {
  const labels = new Map(types.map((type) => [type, new Map<string, string>()]));
  if (types.length === 0) return labels;
  const entries = await db
    .selectFrom('dictData')
    .select(['dictType', 'dictValue', 'dictLabel', 'dictLabelEn'])
    .where('tenantId', '=', actor.scope.tenantId)
    .where('dictType', 'in', [...types])
    .orderBy('dictSort')
    .orderBy('id')
    .execute();
  for (const { dictType, dictValue, dictLabel, dictLabelEn } of entries)
    labels.get(dictType)?.set(dictValue, (locale === 'en-US' && dictLabelEn) || dictLabel);
  return labels;
}
