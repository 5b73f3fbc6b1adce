import { AppError } from '../../kernel/app-error.ts';
import type { SecretInput } from './secret-input.ts';

/** Stands for an address that is typed or piped in instead of being an argument. */
const fromInput = '-';

/** Names that cameras give to secrets in paths and queries: `?psw=`, `;password=`, `/user=admin_password=`. */
const secretName = /(?:pass|pwd|psw|token|secret)[^=&;/?]*=/i;

/**
 * The address of a camera as given on the command line, or asked for where that says `-`. Throws
 * `cli.usage` for an argument with a secret in it: arguments are seen by every user of the machine and
 * kept in the shell's history.
 */
export async function readCameraUrl(argument: string, prompt: string, input: SecretInput): Promise<string> {
  if (argument === fromInput) return (await input.prompt(prompt)).trim();
  const [, authority = '', rest = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/is.exec(argument) ?? [
    '',
    '',
    argument,
  ];
  if (authority.includes('@')) {
    throw new AppError(
      'cli.usage',
      'The address holds a user name or password, which other users of this machine can read. Give the address without it and --username; the password is asked for, or read from ORIEL_CAMERA_PASSWORD or standard input. Change the password if this line is in a shell history.',
    );
  }
  if (secretName.test(decoded(rest))) {
    throw new AppError(
      'cli.usage',
      'The address holds a password or token, which other users of this machine can read. Give - instead of the address: it is then asked for, or read from a line of standard input. Change the password if this line is in a shell history.',
    );
  }
  return argument;
}

/** Names can be written in percent escapes too; a lone "%" stands for itself. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
