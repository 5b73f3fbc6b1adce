// Entry point of the operator's command line.
import { runCommandLine } from './program.ts';

process.exitCode = await runCommandLine(process.argv, process.env, process);
