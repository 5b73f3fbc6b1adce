import type { Command } from 'commander';
import type { Capability } from '../../contracts/lapp/capabilities.ts';
import type { CommandContext } from './command-context.ts';
import type { AnyOutput } from './operations.ts';
import { capabilityList, wholeNumber } from './option-values.ts';
import { textTable } from './text-table.ts';

const collect = (value: string, list: readonly string[]) => [...list, value];

function secretText({ appKey, appSecret }: AnyOutput<'app.create'>): string {
  return [
    `appKey     ${appKey}`,
    `appSecret  ${appSecret}`,
    'The secret is shown this once. It belongs to the backend of the page, never to the page.',
  ].join('\n');
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
        if (origins.length === 0) context.remark('No --origin was given: no page can embed the player yet.');
      },
    );

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
