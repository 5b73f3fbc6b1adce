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
    'The secret is shown this once. It belongs to the backend of the page, never to the page.',
  ].join('\n');
}

function warnOfListeners(context: CommandContext, origins: readonly string[]): void {
  for (const origin of origins) {
    context.remark(`warning: ${origin} ${operatorMessage('origin.insecure', cliLocale)}`);
  }
}

export function addAppCommands(program: Command, context: CommandContext): void {
  const app = program.command('app').description('applications: pages that may embed the player');

  app
    .command('create')
    .description('create an application and show its key and secret')
    .requiredOption('--name <name>', 'what people call it')
    .option(
      '--origin <origin>',
      'exact origin of a page that may embed the player; may be repeated',
      collect,
      [],
    )
    .option('--max-token-seconds <seconds>', 'longest life of its tokens, 60 to 604800', wholeNumber)
    .option('--capabilities <list>', 'the most its tokens may do, comma separated', capabilityList)
    .action(
      async (options: {
        name: string;
        origin: string[];
        maxTokenSeconds?: number;
        capabilities?: Capability[];
      }) => {
        const { name, origin: origins, maxTokenSeconds, capabilities } = options;
        const made = await context.run('app.create', {
          name,
          origins,
          ...(maxTokenSeconds === undefined ? {} : { maxTokenSeconds }),
          ...(capabilities === undefined ? {} : { capabilities }),
        });
        context.show(made, () => secretText(made));
        warnOfListeners(context, made.insecureOrigins);
        if (origins.length === 0) {
          context.remark(
            `No --origin was given: no page can embed the player yet. Allow one with: npm run oriel -- app update ${made.appKey} --add-origin https://www.example.com`,
          );
        }
      },
    );

  app
    .command('update')
    .description('change name and origins; pages that show the player go on until they load again')
    .argument('<appKey>')
    .option('--name <name>', 'what people call it')
    .option(
      '--add-origin <origin>',
      'let pages of this origin embed the player; may be repeated',
      collect,
      [],
    )
    .option('--remove-origin <origin>', 'no longer let them; may be repeated', collect, [])
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
          context.remark('It has no origin: no page can embed the player.');
      },
    );

  app
    .command('remove')
    .description('remove an application; its tokens and running views end')
    .argument('<appKey>')
    .option('--yes', 'really: this cannot be undone')
    .action(async (appKey: string, { yes }: { yes?: boolean }) => {
      if (!yes) {
        throw new AppError(
          'cli.usage',
          'This ends every token and every running view of the application and cannot be undone. Say --yes to go on, or switch it off with "app disable"',
        );
      }
      const { endedTokens } = await context.run('app.remove', { appKey });
      context.show(
        { appKey, endedTokens },
        () => `Removed ${appKey}; open tokens that ended: ${endedTokens}`,
      );
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
        isEnabled ? '' : 'off',
      ]);
      context.show(apps, () => textTable(['APP KEY', 'NAME', 'ORIGINS', ''], rows, 'No applications yet'));
    });

  app
    .command('rotate')
    .description('give an application a new secret; the old one stops working at once')
    .argument('<appKey>')
    .action(async (appKey: string) => {
      const made = await context.run('app.rotate', { appKey });
      context.show(made, () => secretText(made));
    });

  for (const [name, what] of [
    ['enable', 'switch an application on again'],
    ['disable', 'switch an application off; its running views end'],
  ] as const) {
    app
      .command(name)
      .description(what)
      .argument('<appKey>')
      .action(async (appKey: string) => {
        const result = await context.run(`app.${name}`, { appKey });
        context.show(result, () => `${appKey} is ${result.isEnabled ? 'on' : 'off'}`);
      });
  }
}
