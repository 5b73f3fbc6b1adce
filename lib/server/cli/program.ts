import { Command, CommanderError } from 'commander';
import { AppError } from '../../kernel/app-error.ts';
import type { Config } from '../config.ts';
import { productVersion } from '../product.ts';
import { redactText } from '../redact.ts';
import { addAppCommands } from './app-commands.ts';
import { addCameraCommands } from './camera-commands.ts';
import { type CommandContext, Fault } from './command-context.ts';
import { askServer } from './control-client.ts';
import { describeError } from './describe-error.ts';
import { addHouseCommands } from './house-commands.ts';
import type { AnyOperation } from './operations.ts';
import { runOperation } from './run-operation.ts';
import { secretInput } from './secret-input.ts';
import { addThemeCommands } from './theme-commands.ts';
import { addTokenCommands } from './token-commands.ts';
import { addUserCommands } from './user-commands.ts';

const exitCodes = { done: 0, refused: 1, usage: 2, fault: 3 } as const;

/** The whole command line; `run` resolves with the exit code and never throws. */
export function createProgram(config: Config, env: Readonly<Record<string, string | undefined>>) {
  let isJson = false;
  let lastOperation: AnyOperation | null = null;
  const context: CommandContext = {
    config,
    secrets: secretInput(env, process.stdin, process.stderr),
    run(operation, input) {
      lastOperation = operation;
      return runOperation(config, operation, input);
    },
    askServer: (operation, input) => askServer(config.dataDir, operation, input),
    show(value, human) {
      console.log(isJson ? JSON.stringify(value, null, 2) : human());
    },
    remark(text) {
      console.error(text);
    },
  };
  const program = new Command('oriel')
    .description(
      "Oriel's operator command line. It speaks to the running server, or works on the data folder.",
    )
    .version(productVersion)
    .option('--json', 'print JSON for programs')
    .exitOverride()
    .showHelpAfterError('(--help says more)')
    .configureOutput({ writeErr: (text) => process.stderr.write(text) });
  addCameraCommands(program, context);
  addAppCommands(program, context);
  addTokenCommands(program, context);
  addThemeCommands(program, context);
  addUserCommands(program, context);
  addHouseCommands(program, context);
  // `--json` is understood after the command as well, where people put it.
  for (const command of [
    program,
    ...program.commands,
    ...program.commands.flatMap((each) => each.commands),
  ]) {
    if (command !== program) command.option('--json', 'print JSON for programs');
    command.exitOverride();
  }

  function fail(error: unknown): number {
    if (error instanceof Fault) return exitCodes.fault;
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return exitCodes.done;
      // Commander has told people already.
      if (isJson) tell('cli.usage', error.message, {});
      return exitCodes.usage;
    }
    const { code, message, details } =
      error instanceof AppError ? error : new AppError('internal', redactText(String(error)), {});
    tell(code, describeError(code, message, details, lastOperation), details);
    return code === 'cli.usage' ? exitCodes.usage : exitCodes.refused;
  }

  function tell(code: string, message: string, details: Readonly<Record<string, unknown>>): void {
    if (isJson) console.log(JSON.stringify({ error: { code, message, details } }, null, 2));
    else console.error(`error: ${message} [${code}]`);
  }

  return {
    async run(argv: readonly string[]): Promise<number> {
      // Looked for before anything is parsed, so that parsing can fail in JSON too.
      isJson = argv.includes('--json');
      try {
        await program.parseAsync([...argv]);
        return exitCodes.done;
      } catch (error) {
        return fail(error);
      }
    },
  };
}
