// Runs in a copy of the project to which the guide for a new resource was applied: uses the new page and prints the
// result.
import { pagesOf } from '../../app/_console/pages/index.ts';
import { resourceKeys } from '../../lib/contracts/admin/resources/index.ts';
import { openDatabase } from '../../lib/db/client.ts';
import { testConsole } from './console.ts';

interface Node {
  readonly path: string;
  readonly children?: readonly Node[];
}
const flat = (nodes: readonly Node[]): readonly Node[] =>
  nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

const opened = await openDatabase({ file: ':memory:' });
const world = await testConsole(opened);
const root = await world.root();
const base = '/system/site';

const made = await root.call('POST', base, { body: { siteName: '一号码头' } });
const listed = await root.call('GET', `${base}/page`);
const refused = await root.call('POST', base, { body: { siteName: '' } });
const conflict = await root.call('PUT', base, { body: { siteId: 1, siteName: '二号码头', version: 7 } });
const history = await root.call('GET', `${base}/1/history`);
const exported = await root.call('POST', `${base}/export`, { form: { format: 'csv' } });
const imported = await root.call('POST', `${base}/importData`, {
  form: { dryRun: 'false', updateSupport: 'false', skipBad: 'false' },
  file: { name: 'sites.csv', bytes: '站点名称,状态,备注\n三号码头,正常,' },
});
const menus = await root.call('GET', '/getRouters');
const document = await root.call('GET', '/v3/api-docs');
const buttons = await opened.db
  .selectFrom('menu')
  .select('perms')
  .where('perms', 'like', 'system:site:%')
  .execute();

process.stdout.write(
  JSON.stringify({
    menu: flat(menus.data).find(({ path }) => path === base),
    buttons: buttons.map(({ perms }) => perms),
    made: made.data,
    listed: listed.data.records,
    refused: { code: refused.code, message: refused.message, path: refused.errors[0]?.path },
    conflict: conflict.code,
    history: history.data.length,
    pages: Object.keys(pagesOf(resourceKeys)),
    exported: new TextDecoder().decode(exported.blob!),
    imported: imported.data.created,
    documented: Object.keys((document.data ?? JSON.parse(document.text)).paths),
  }),
);
world.stop();
await opened.close();
process.exit(0);
