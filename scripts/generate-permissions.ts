/**
 * Writes docs/ref/console-permissions.md, the permissions of the console:
 *   npx tsx scripts/generate-permissions.ts
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bespokeCalls } from '../lib/contracts/admin/calls/index.ts';
import { resourceCalls } from '../lib/contracts/admin/resource-calls.ts';
import { resources } from '../lib/contracts/admin/resources/index.ts';
import { buttonsOf } from '../lib/domain/seed/buttons.ts';
import { directories, homePage, type SeedPage } from '../lib/domain/seed/menus.ts';

export const permissionsFile = resolve(import.meta.dirname, '../docs/ref/console-permissions.md');

const introduction = `# Permissions of the console

Written by \`scripts/generate-permissions.ts\` from the contracts and the menu the product comes with. Change them there, then run it again.

A role is a set of menu rows. A page row opens its page, a button row allows what its permission names; both are one thing to the server, which asks for a permission at every call. \`*:*:*\` is everything: the built-in role \`admin\` and the first administrator have it, and no role can be given it. Nobody grants what they do not hold.

Calls that need no permission beyond a session are listed at the end.
`;

/** The expected content of the page. */
export function permissionsPage(): string {
  const definitions = Object.values(resources);
  const calls = [...definitions.flatMap((one) => Object.values(resourceCalls(one))), ...bespokeCalls];
  const buttons = [...buttonsOf(definitions, bespokeCalls).values()];
  const callsOf = (perms: string) =>
    calls
      .filter(({ policy }) => typeof policy !== 'string' && policy.anyOf.includes(perms))
      .map(({ method, path }) => `${method} ${path}`);

  const rowsOf = (page: SeedPage, directory: string) => {
    const own = buttons.filter(
      ({ perms }) =>
        perms !== page.permission && (page.buttons ?? []).some((prefix) => perms.startsWith(`${prefix}:`)),
    );
    const address = `${directory}/${page.path}`.replace(/\/{2,}/g, '/');
    return [
      cells(`**${page.name['zh-CN']}** ${page.name['en-US']}`, page.permission ?? '–', [address]),
      ...own.map(({ perms, name }) => cells(`${name['zh-CN']} ${name['en-US']}`, perms, callsOf(perms))),
    ];
  };

  const sections = [{ name: homePage.name, path: '', pages: [homePage] }, ...directories].map(
    ({ name, path, pages }) =>
      [
        `## ${name['zh-CN']} ${name['en-US']}`,
        '',
        '| Row | Permission | Opens |',
        '|---|---|---|',
        ...pages.flatMap((page) => rowsOf(page, path)),
      ].join('\n'),
  );
  const free = calls
    .filter(({ policy }) => typeof policy === 'string')
    .map(({ method, path, policy, summary }) =>
      cells(`${method} ${path}`, String(policy), [summary['en-US']], false),
    );
  const open = ['## Without a permission', '', '| Call | For | What |', '|---|---|---|', ...free].join('\n');
  return `${[introduction, ...sections, open].join('\n\n')}\n`;
}

function cells(first: string, second: string, rest: readonly string[], isCode = true): string {
  const code = (text: string) => (text === '–' || !isCode ? text : `\`${text}\``);
  return `| ${first} | ${isCode ? code(second) : second} | ${rest.map(code).join(', ')} |`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(permissionsFile, permissionsPage());
}
