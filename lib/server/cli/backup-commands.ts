import type { Command } from 'commander';
import type { DatabaseBackups } from '../../domain/jobs/backups.ts';
import { AppError } from '../../kernel/app-error.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { CommandContext } from './command-context.ts';
import { requireInstallation } from './require-installation.ts';
import { textTable } from './text-table.ts';

const never = new AbortController().signal;

/** Of the embedded database. */
export function addBackupCommands(program: Command, context: CommandContext): void {
  const { config } = context;
  const requireEmbedded = () => {
    if (config.databaseUrl === null) return;
    throw new AppError(
      'backup.notEmbedded',
      'The database is PostgreSQL. Use its own tools, for example pg_dump and pg_restore.',
    );
  };
  const withBackups = async <Value>(use: (backups: DatabaseBackups) => Promise<Value>): Promise<Value> => {
    requireEmbedded();
    await requireInstallation(config);
    // Loaded on use, because it needs most of the server.
    const { databaseBackups } = await import('../backups.ts');
    const { JobFailure } = await import('../../domain/jobs/handler.ts');
    const { explainDatabase } = await import('../explain-database.ts');
    return use(databaseBackups({ dataDir: config.dataDir, clock: systemClock })).catch((error: unknown) => {
      // Its text is for people, as in the log of jobs.
      if (error instanceof JobFailure)
        throw new AppError('backup.failed', error.text['en-US'], {}, { cause: error });
      throw explainDatabase(config.dataDir, error);
    });
  };
  const backup = program.command('backup').description('back up and restore the embedded database');
  backup
    .command('create')
    .description('copy the database, also while the server runs; all but the newest copies are deleted')
    .option('--keep <copies>', 'how many copies to keep', '7')
    .action(async ({ keep }: { keep: string }) => {
      if (!/^[1-9]\d{0,2}$/.test(keep)) {
        throw new AppError('cli.usage', '--keep takes a number from 1 to 999');
      }
      const made = await withBackups((backups) => backups.create(Number(keep), never));
      context.show(
        { ...made.backup, removed: made.removed },
        () => `${made.backup.name}, ${megabytes(made.backup.bytes)}; ${made.removed} old copies deleted`,
      );
    });
  backup
    .command('list')
    .description('list the backups, the newest first')
    .action(async () => {
      const found = await withBackups((backups) => backups.list());
      context.show(found, () =>
        textTable(
          ['BACKUP', 'SIZE', 'TIME'],
          found.map(({ name, bytes, at }) => [name, megabytes(bytes), new Date(at).toISOString()]),
          'No backups',
        ),
      );
    });
  backup
    .command('restore')
    .description('replace the database by a backup, while the server is stopped')
    .argument('<backup>', 'name of a backup, or path of a file')
    .action(async (name: string) => {
      requireEmbedded();
      const restored = await (await import('./offline.ts')).restoreBackup(config, name);
      context.show(restored, () =>
        [
          `The database is that of ${restored.from}.`,
          ...(restored.replaced ? [`The replaced one is ${restored.replaced}.`] : []),
          `${restored.endedSessions} sessions were ended: users of the console sign in again.`,
          'Access tokens, users and permissions that were withdrawn since the backup are valid again. Check them before you start the server.',
        ].join('\n'),
      );
    });
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
