// The operator's command line as a program.
import { runCommandLine } from './program.ts';

process.exitCode = await runCommandLine(process.argv, process.env, process);
