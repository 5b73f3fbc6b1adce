// The operator's command line. Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 a check found a fault.
import { parseConfig } from '../config.ts';
import { createProgram } from './program.ts';

const parsed = parseConfig(process.env);
if (parsed.ok) {
  for (const warning of parsed.value.warnings) console.error(`warning: ${warning}`);
  process.exitCode = await createProgram(parsed.value.config, process.env).run(process.argv);
} else {
  console.error(`Bad configuration:\n${parsed.error.map((problem) => `  - ${problem}`).join('\n')}`);
  process.exitCode = 2;
}
