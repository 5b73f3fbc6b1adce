import type { Command } from 'commander';
import type { Capability } from '../../contracts/lapp/capabilities.ts';
import type { CommandContext } from './command-context.ts';
import { capabilityList, commaList, wholeNumber } from './option-values.ts';
import { textTable } from './text-table.ts';

export function addTokenCommands(program: Command, context: CommandContext): void {
  const token = program.command('token').description('manage access tokens');

  token
    .command('issue')
    .description("issue an access token, as the application's backend would obtain it")
    .requiredOption('--app <appKey>', 'key of the application')
    .option('--cameras <list>', 'SERIAL or SERIAL:CHANNEL, comma-separated; all by default', commaList)
    .option('--capabilities <list>', 'comma-separated, for example live,ptz; all by default', capabilityList)
    .option('--name <name>', 'shown in lists and in the console')
    .option('--expire-seconds <seconds>', 'lifetime in seconds, 60 to 604800', wholeNumber)
    .action(
      async (options: {
        app: string;
        cameras?: string[];
        capabilities?: Capability[];
        expireSeconds?: number;
        name?: string;
      }) => {
        const { app: appKey, name: tokenName, ...rest } = options;
        const issued = await context.run('token.issue', {
          appKey,
          ...(tokenName === undefined ? {} : { tokenName }),
          ...rest,
        });
        context.show(issued, () =>
          [
            `accessToken  ${issued.accessToken}`,
            `grant        ${issued.grantId}   (used to revoke it)`,
            `expires      ${new Date(issued.expireTime).toISOString()}`,
          ].join('\n'),
        );
        for (const camera of issued.unknownCameras) {
          context.remark(`warning: camera ${camera} does not exist; "camera list" shows existing cameras`);
        }
      },
    );

  token
    .command('list')
    .description('list valid tokens; the token texts are not stored')
    .action(async () => {
      const grants = await context.run('token.list', {});
      const rows = grants.map(({ id, name, appName, cameras, capabilities, expiresAt }) => [
        id,
        name,
        appName ?? '',
        cameras?.join(',') ?? '(all)',
        capabilities.join(','),
        new Date(expiresAt).toISOString(),
      ]);
      context.show(grants, () =>
        textTable(
          ['GRANT', 'NAME', 'APPLICATION', 'CAMERAS', 'CAPABILITIES', 'EXPIRES'],
          rows,
          'No valid tokens',
        ),
      );
    });

  token
    .command('revoke')
    .description('revoke a token by its grant ID; its streams end within seconds')
    .argument('<grantId>')
    .action(async (grantId: string) => {
      context.show(await context.run('token.revoke', { grantId }), () => `Revoked ${grantId}`);
    });
}
