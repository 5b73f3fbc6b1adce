import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '../../kernel/app-error.ts';

export interface SecretInput {
  /**
   * The environment variable if it is set, else a line of standard input, or a prompt without echo at a
   * terminal.
   */
  read(name: string | null, prompt: string): Promise<string>;
  /** The same without an environment variable. */
  prompt(prompt: string): Promise<string>;
}

type Input = Readable & { readonly isTTY?: boolean; setRawMode?: (raw: boolean) => unknown };

/** Reads passwords. They are never arguments, which every user of the machine can read. */
export function secretInput(
  env: Readonly<Record<string, string | undefined>>,
  input: Input,
  output: Writable,
): SecretInput {
  let lines: AsyncIterator<string> | null = null;

  async function nextLine(missing: string): Promise<string> {
    lines ??= createInterface({ input, terminal: false })[Symbol.asyncIterator]();
    const line = await lines.next();
    if (line.done) throw new AppError('cli.noSecret', missing);
    return line.value;
  }

  const nextSecret = async (prompt: string, missing: string) =>
    input.isTTY ? promptWithoutEcho(input, output, prompt) : nextLine(missing);

  return {
    async read(name, prompt) {
      const fromEnv = name === null ? undefined : env[name];
      if (fromEnv !== undefined && fromEnv !== '') return fromEnv;
      return nextSecret(prompt, `A password is required: enter it at a terminal, pipe it in, or set ${name}`);
    },
    prompt: (prompt) =>
      nextSecret(prompt, `${prompt}: enter it at a terminal, or pipe it in on a separate line`),
  };
}

/** Reads one line in raw mode, without echo. */
function promptWithoutEcho(input: Input, output: Writable, prompt: string): Promise<string> {
  output.write(`${prompt}: `);
  input.setRawMode?.(true);
  input.setEncoding('utf8');
  return new Promise((resolve, reject) => {
    let typed = '';
    const finish = (settle: () => void) => {
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      settle();
    };
    const onData = (text: string) => {
      for (const character of text) {
        if (character === '\r' || character === '\n') return finish(() => resolve(typed));
        if (character === '\u0003' || character === '\u0004') {
          return finish(() => reject(new AppError('cli.cancelled', 'Cancelled')));
        }
        typed = character === '\u007f' || character === '\b' ? typed.slice(0, -1) : typed + character;
      }
    };
    input.on('data', onData);
    input.resume();
  });
}
