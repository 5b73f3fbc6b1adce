import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { textTable } from './text-table.ts';

const passwordVariable = 'ORIEL_ADMIN_PASSWORD';

/** `validUntil`: epoch ms. */
const howToUse = (validUntil: number) =>
  `The password is shown only once. It works for one sign-in until ${new Date(validUntil).toISOString()}, and must be changed then.`;

export function addUserCommands(program: Command, context: CommandContext): void {
  const user = program.command('user').description('manage console users');

  user
    .command('create-admin')
    .description('create the first administrator without a setup code')
    .requiredOption('--account <name>', 'account name for sign-in')
    .option('--name <name>', 'display name; the account name by default')
    .option(
      '--own-password',
      `read the password from ${passwordVariable} or standard input instead of generating one`,
    )
    .action(async (options: { account: string; name?: string; ownPassword?: boolean }) => {
      const { account: accountNo, name: nickName = options.account } = options;
      const password = options.ownPassword
        ? await context.secrets.read(passwordVariable, `Password of ${accountNo}`)
        : null;
      const created = await context.run('user.createAdmin', { accountNo, nickName, password });
      context.show(created, () =>
        created.oneTimePassword === null || created.validUntil === null
          ? `Created ${accountNo}`
          : `account   ${accountNo}\npassword  ${created.oneTimePassword}\n${howToUse(created.validUntil)}`,
      );
    });

  user
    .command('list')
    .description('list users')
    .action(async () => {
      const users = await context.run('user.list', {});
      const rows = users.map(({ accountNo, nickName, isRoot, hasTotp, isEnabled, loginAt }) => [
        accountNo,
        nickName,
        [
          isRoot ? 'first administrator' : '',
          hasTotp ? 'two-step verification' : '',
          isEnabled ? '' : 'disabled',
        ]
          .filter(Boolean)
          .join(', '),
        loginAt === null ? 'never' : new Date(loginAt).toISOString(),
      ]);
      context.show(users, () => textTable(['ACCOUNT', 'NAME', '', 'LAST SIGN-IN'], rows, 'No users yet'));
    });

  user
    .command('reset-password')
    .description('set a one-time password and end all sessions of the user')
    .argument('<account>')
    .option(
      '--without-second-factor',
      'also disable two-step verification, for example after the loss of a phone',
    )
    .action(async (accountNo: string, options: { withoutSecondFactor?: boolean }) => {
      const dropTotp = options.withoutSecondFactor ?? false;
      const { oneTimePassword, validUntil } = await context.run('user.resetPassword', {
        accountNo,
        dropTotp,
      });
      context.show(
        { accountNo, oneTimePassword, validUntil },
        () => `account   ${accountNo}\npassword  ${oneTimePassword}\n${howToUse(validUntil)}`,
      );
    });
}
