import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { textTable } from './text-table.ts';

const passwordVariable = 'ORIEL_ADMIN_PASSWORD';

const shownOnce = 'It is shown this once, and must be changed at the first sign-in.';

export function addUserCommands(program: Command, context: CommandContext): void {
  const user = program.command('user').description('people who sign in to the console');

  user
    .command('create-admin')
    .description('make the first administrator, instead of the setup code')
    .requiredOption('--account <name>', 'what they sign in with')
    .option('--name <name>', 'what others call them')
    .option(
      '--own-password',
      `read the password from ${passwordVariable} or standard input; one is made otherwise`,
    )
    .action(async (options: { account: string; name?: string; ownPassword?: boolean }) => {
      const { account: accountNo, name: nickName = options.account } = options;
      const password = options.ownPassword
        ? await context.secrets.read(passwordVariable, `Password of ${accountNo}`)
        : null;
      const made = await context.run('user.createAdmin', { accountNo, nickName, password });
      context.show(made, () =>
        made.oneTimePassword === null
          ? `Made ${accountNo}.`
          : `account   ${accountNo}\npassword  ${made.oneTimePassword}\n${shownOnce}`,
      );
    });

  user
    .command('list')
    .description('list people')
    .action(async () => {
      const people = await context.run('user.list', {});
      const rows = people.map(({ accountNo, nickName, isRoot, hasTotp, isEnabled, loginAt }) => [
        accountNo,
        nickName,
        [isRoot ? 'first administrator' : '', hasTotp ? 'second factor' : '', isEnabled ? '' : 'off']
          .filter(Boolean)
          .join(', '),
        loginAt === null ? 'never' : new Date(loginAt).toISOString(),
      ]);
      context.show(people, () => textTable(['ACCOUNT', 'NAME', '', 'LAST SIGN-IN'], rows, 'Nobody yet'));
    });

  user
    .command('reset-password')
    .description('give somebody a one-time password; all of their sessions end')
    .argument('<account>')
    .option('--without-second-factor', 'also take their second factor away: their phone is lost')
    .action(async (accountNo: string, options: { withoutSecondFactor?: boolean }) => {
      const dropTotp = options.withoutSecondFactor ?? false;
      const { oneTimePassword } = await context.run('user.resetPassword', { accountNo, dropTotp });
      context.show(
        { accountNo, oneTimePassword },
        () => `account   ${accountNo}\npassword  ${oneTimePassword}\n${shownOnce}`,
      );
    });
}
