import type { Command } from 'commander';
import type { Capability } from '../../contracts/lapp/capabilities.ts';
import { operatorMessage } from '../../domain/errors/operator-errors.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { CommandContext } from './command-context.ts';
import { cliLocale } from './describe-error.ts';
import type { AnyOutput } from './operations.ts';
import { capabilityList, wholeNumber } from './option-values.ts';
import { textTable } from './text-table.ts';

const collect = (value: string, list: readonly string[]) => [...list, value];

function secretText({ appKey, appSecret }: AnyOutput<'app.rotate'>): string {
  return [
    `appKey     ${appKey}`,
    `appSecret  ${appSecret}`,
    'The secret is shown only once. Keep it in your backend; never put it in a page.',
  ].join('\n');
}

function warnOfListeners(context: CommandContext, origins: readonly string[]): void {
  for (const origin of origins) {
    context.remark(`warning: ${origin} ${operatorMessage('origin.insecure', cliLocale)}`);
  }
}

export function addAppCommands(program: Command, context: CommandContext): void {
  const app = program.command('app').description('manage applications (sites that may embed the player)');

  app
    .command('create')
    .description('create an application and show its key and secret')
    .requiredOption('--name <name>', 'display name')
    .option(
      '--origin <origin>',
      'origin of a page that may embed the player, for example https://www.example.com; repeatable',
      collect,
      [],
    )
    .option('--max-token-seconds <seconds>', 'maximum token lifetime in seconds, 60 to 604800', wholeNumber)
    .option('--capabilities <list>', 'maximum capabilities of its tokens, comma-separated', capabilityList)
    .action(
      async (options: {
        name: string;
        origin: string[];
        maxTokenSeconds?: number;
        capabilities?: Capability[];
      }) => {
        const { name, origin: origins, maxTokenSeconds, capabilities } = options;
        const created = await context.run('app.create', {
          name,
          origins,
          ...(maxTokenSeconds === undefined ? {} : { maxTokenSeconds }),
          ...(capabilities === undefined ? {} : { capabilities }),
        });
        context.show(created, () => secretText(created));
        warnOfListeners(context, created.insecureOrigins);
        if (origins.length === 0) {
          context.remark(
            `No --origin given, so no page can embed the player yet. Add one with: npm run oriel -- app update ${created.appKey} --add-origin https://www.example.com`,
          );
        }
      },
    );

  app
    .command('update')
    .description('change the name and origins; open pages are affected when they reload')
    .argument('<appKey>')
    .option('--name <name>', 'new display name')
    .option('--add-origin <origin>', 'allow this origin to embed the player; repeatable', collect, [])
    .option('--remove-origin <origin>', 'disallow this origin; repeatable', collect, [])
    .action(
      async (appKey: string, options: { name?: string; addOrigin: string[]; removeOrigin: string[] }) => {
        const { name, addOrigin: addOrigins, removeOrigin: removeOrigins } = options;
        const changed = await context.run('app.update', {
          appKey,
          ...(name === undefined ? {} : { name }),
          addOrigins,
          removeOrigins,
        });
        context.show(changed, () =>
          [changed.name, ...changed.allowedOrigins.map((origin) => `  ${origin}`)].join('\n'),
        );
        warnOfListeners(context, changed.insecureOrigins);
        if (changed.allowedOrigins.length === 0)
          context.remark('The application has no origins, so no page can embed the player.');
      },
    );

  app
    .command('remove')
    .description('delete an application, revoke its tokens and end its streams')
    .argument('<appKey>')
    .option('--yes', 'confirm; this cannot be undone')
    .action(async (appKey: string, { yes }: { yes?: boolean }) => {
      if (!yes) {
        throw new AppError(
          'cli.usage',
          'This revokes all tokens of the application, ends its streams, and cannot be undone. Confirm with --yes, or disable the application with "app disable"',
        );
      }
      const { endedTokens } = await context.run('app.remove', { appKey });
      context.show({ appKey, endedTokens }, () => `Removed ${appKey}; revoked tokens: ${endedTokens}`);
    });

  app
    .command('list')
    .description('list applications')
    .action(async () => {
      const apps = await context.run('app.list', {});
      const rows = apps.map(({ appKey, name, allowedOrigins, isEnabled }) => [
        appKey,
        name,
        allowedOrigins.join(' ') || '(none)',
        isEnabled ? '' : 'disabled',
      ]);
      context.show(apps, () => textTable(['APP KEY', 'NAME', 'ORIGINS', ''], rows, 'No applications yet'));
    });

  app
    .command('rotate')
    .description('replace the secret of an application; the old one stops working immediately')
    .argument('<appKey>')
    .action(async (appKey: string) => {
      const created = await context.run('app.rotate', { appKey });
      context.show(created, () => secretText(created));
    });

  for (const [name, what] of [
    ['enable', 'enable an application'],
    ['disable', 'disable an application and end its streams'],
  ] as const) {
    app
      .command(name)
      .description(what)
      .argument('<appKey>')
      .action(async (appKey: string) => {
        const result = await context.run(`app.${name}`, { appKey });
        context.show(result, () => `${appKey} is ${result.isEnabled ? 'enabled' : 'disabled'}`);
      });
  }
}
