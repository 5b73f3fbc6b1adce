import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { textTable } from './text-table.ts';

/** Loaded on use, because it needs most of the server. */
const offline = () => import('./offline.ts');

/** The server must be stopped: these commands lock the data folder. */
export function addStorageCommands(program: Command, context: CommandContext): void {
  const { config } = context;
  const database = program.command('database').description('manage the database');
  database
    .command('create')
    .description('create a new, empty database: for a new installation, or for one whose database is gone')
    .action(async () => {
      const created = await (await offline()).createDatabase(config);
      context.show(
        created,
        () =>
          `Created the database. Setup code for the console, valid until ${new Date(created.expiresAt).toISOString()}: ${created.code}`,
      );
    });

  const secret = program
    .command('secret')
    .description('manage the master key, which encrypts stored credentials');
  secret
    .command('rotate')
    .description('create a new master key and encrypt all stored values with it; the old keys are kept')
    .option('--without-new-key', 'use the first key of the file, which you have added yourself')
    .action(async (options: { withoutNewKey?: boolean }) => {
      const rotation = await (await offline()).rotateMasterKey(config, {
        isNew: options.withoutNewKey !== true,
      });
      context.show(rotation, () =>
        [
          `The master key is ${rotation.keyId}. ${rotation.resealed} values were encrypted with it.`,
          ...(rotation.unreadable > 0
            ? [`${rotation.unreadable} values cannot be decrypted with any key and were left unchanged.`]
            : []),
          'Back up the data folder now. The old keys are needed only for older backups.',
        ].join('\n'),
      );
    });
  secret
    .command('skip')
    .description(
      'let the server start although a master key is lost; values of that key have to be entered again',
    )
    .action(async () => {
      const missing = await (await offline()).skipKeys(config);
      const rows = [...missing].flatMap(([keyId, counts]) =>
        [...counts].map(([kind, count]) => [keyId, kind, count]),
      );
      context.show(
        rows.map(([keyId, kind, count]) => ({ keyId, kind, count })),
        () => textTable(['LOST KEY', 'VALUES', 'COUNT'], rows, 'No key is missing'),
      );
    });
}
