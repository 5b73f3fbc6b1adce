import type { Command } from 'commander';
import type { Capability } from '../../contracts/lapp/capabilities.ts';
import type { CommandContext } from './command-context.ts';
import { capabilityList, commaList, wholeNumber } from './option-values.ts';
import { textTable } from './text-table.ts';

export function addTokenCommands(program: Command, context: CommandContext): void {
  const token = program.command('token').description('access tokens');

  token
    .command('issue')
    .description("issue an access token, as the application's own backend would get one")
    .requiredOption('--app <appKey>', 'application it is for')
    .option('--cameras <list>', 'SERIAL or SERIAL:CHANNEL, comma separated; all when left out', commaList)
    .option(
      '--capabilities <list>',
      'comma separated, for instance live,ptz; all when left out',
      capabilityList,
    )
    .option('--expire-seconds <seconds>', 'its life, 60 to 604800', wholeNumber)
    .action(
      async (options: {
        app: string;
        cameras?: string[];
        capabilities?: Capability[];
        expireSeconds?: number;
      }) => {
        const { app: appKey, ...rest } = options;
        const issued = await context.run('token.issue', { appKey, ...rest });
        context.show(issued, () =>
          [
            `accessToken  ${issued.accessToken}`,
            `grant        ${issued.grantId}   (revoke it by this)`,
            `expires      ${new Date(issued.expireTime).toISOString()}`,
          ].join('\n'),
        );
        for (const camera of issued.unknownCameras) {
          context.remark(`warning: there is no camera ${camera}: "camera list" shows what is there`);
        }
      },
    );

  token
    .command('list')
    .description('list tokens that are open; the tokens themselves are stored nowhere')
    .action(async () => {
      const grants = await context.run('token.list', {});
      const rows = grants.map(({ id, appName, cameras, capabilities, expiresAt }) => [
        id,
        appName ?? '',
        cameras?.join(',') ?? '(all)',
        capabilities.join(','),
        new Date(expiresAt).toISOString(),
      ]);
      context.show(grants, () =>
        textTable(['GRANT', 'APPLICATION', 'CAMERAS', 'MAY', 'EXPIRES'], rows, 'No open tokens'),
      );
    });

  token
    .command('revoke')
    .description('revoke a token by its grant id; running views end within seconds')
    .argument('<grantId>')
    .action(async (grantId: string) => {
      context.show(await context.run('token.revoke', { grantId }), () => `Revoked ${grantId}`);
    });
}
