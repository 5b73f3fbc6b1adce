import type { Brand } from '../../contracts/brand.ts';
import type { Db } from '../../db/client.ts';
import { productName } from '../../i18n/product-name.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import { type TenantScope, tenantScope } from '../tenancy/tenant-scope.ts';
import type { Settings } from './settings.ts';

/** Name, logo, colour and contact. An organisation that has set none of them shows those of the operator. */
export interface Brands {
  of(scope: TenantScope): Promise<Brand>;
  /**
   * Of the organisation in the address of a sign-in page. Any text: without such an organisation, or if it is disabled,
   * the brand is that of the operator, so it does not reveal which organisations exist.
   */
  ofCode(code: string): Promise<Brand>;
  /** Of the organisation of an application; that of the operator if there is no such application. */
  ofApplication(appKey: string): Promise<Brand>;
}

export function createBrands(db: Db, settings: Pick<Settings, 'get'>): Brands {
  async function of(scope: TenantScope): Promise<Brand> {
    const own = await setBy(settings, scope);
    const isSet = Object.values(own).some((value) => value !== '');
    return isSet || scope.tenantId === operatorScope.tenantId ? own : setBy(settings, operatorScope);
  }
  const ofRow = (row: { readonly tenantId: string } | undefined) =>
    of(row ? tenantScope(row.tenantId) : operatorScope);
  return {
    of,
    // Before settings are read: those are kept in memory by organisation, and codes come from strangers.
    ofCode: async (code) =>
      ofRow(
        await db
          .selectFrom('tenant')
          .select('id as tenantId')
          .where('id', '=', code)
          .where('enabled', '=', 1)
          .executeTakeFirst(),
      ),
    ofApplication: async (appKey) =>
      ofRow(
        await db.selectFrom('application').select('tenantId').where('appKey', '=', appKey).executeTakeFirst(),
      ),
  };
}

/** What is not set is empty. */
async function setBy(settings: Pick<Settings, 'get'>, scope: TenantScope): Promise<Brand> {
  const [name, logo, color, support] = await Promise.all([
    settings.get(scope, 'site.title'),
    settings.get(scope, 'site.logo'),
    settings.get(scope, 'site.color'),
    settings.get(scope, 'site.support'),
  ]);
  return {
    // Unchanged, it is shown in the language of the page.
    name: name === productName['zh-CN'] ? '' : name,
    ...{ logo, color, support },
  };
}
