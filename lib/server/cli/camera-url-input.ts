import { AppError } from '../../kernel/app-error.ts';
import { strayInLogin } from '../../media/net/camera-url.ts';
import type { SecretInput } from './secret-input.ts';

/** Given instead of an address that is typed or piped in. */
const fromInput = '-';

/** Names that cameras give to secrets in paths and queries: `?psw=`, `;password=`, `/user=admin_password=`. */
const secretName = /(?:pass|pwd|psw|token|secret)[^=&;/?]*=/i;

/**
 * The address of a camera from the command line, or from a prompt if the argument is `-`. Throws `cli.usage`
 * if the argument contains a secret: every user of the machine can read arguments, and the shell's history
 * keeps them.
 */
export async function readCameraUrl(argument: string, prompt: string, input: SecretInput): Promise<string> {
  if (argument === fromInput) return (await input.prompt(prompt)).trim();
  const [, authority = '', rest = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/is.exec(argument) ?? [
    '',
    '',
    argument,
  ];
  const stray = strayInLogin(argument);
  if (stray !== null || authority.includes('@')) {
    const hint =
      stray === null
        ? ''
        : ` (its "${stray}" would have to be written as ${encodeURIComponent(stray)}, and an "@" that belongs to a path as %40)`;
    throw new AppError(
      'cli.usage',
      `The address contains a user name or password${hint}, which other users of this machine can read. Give the address without it, and --username; the password is prompted for, or read from ORIEL_CAMERA_PASSWORD or standard input. If this line is in a shell history, change the password.`,
    );
  }
  if (secretName.test(decoded(rest))) {
    throw new AppError(
      'cli.usage',
      'The address contains a password or token, which other users of this machine can read. Give - instead of the address to enter it at a prompt or on a line of standard input. If this line is in a shell history, change the password.',
    );
  }
  return argument;
}

/** Parameter names can be percent-encoded; a "%" without digits is left as it is. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
