// What vitest prints of a run, a line for each file, and the results that it stores for `run-vitest.mjs`.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** Environment variable with the file of the results: vitest gives a reporter of the command line no options. */
export const resultsVariable = 'ORIEL_TEST_RESULTS';

export default class TestReporter {
  onInit(vitest) {
    this.root = vitest.config.root;
  }

  /** Seeds of random tests, for instance. */
  onUserConsoleLog({ content, type }) {
    process[type].write(content);
  }

  onTestModuleEnd(module) {
    const { file, seconds, passed, failures } = this.resultOf(module);
    const state = failures.length > 0 ? 'FAIL' : 'PASS';
    // What the machine cannot run, for instance without network namespaces.
    const skipped = [...module.children.allTests('skipped')].length;
    const counts = skipped > 0 ? `${passed} passed, ${skipped} skipped` : `${passed} passed`;
    console.log(`${state} ${file} (${counts}, ${seconds.toFixed(1)} s)`);
    for (const failure of failures) console.log(`  ${failure.replaceAll('\n', '\n  ')}`);
  }

  onTestRunEnd(modules, errors) {
    for (const error of errors) console.log(`FAIL outside of a test\n${reasonOf(error)}`);
    const file = process.env[resultsVariable];
    if (file === undefined) return;
    const files = modules.map((module) => this.resultOf(module));
    // Of a promise that nobody waited for, for instance: a failure of the file that ran then.
    const others = errors.filter((error) => {
      const during = error.VITEST_TEST_PATH && relative(this.root, error.VITEST_TEST_PATH);
      const result = files.find((each) => each.file === during);
      result?.failures.push(`outside of a test\n${reasonOf(error)}`);
      return result === undefined;
    });
    writeFileSync(file, JSON.stringify({ files, errors: others.map(reasonOf) }));
  }

  resultOf(module) {
    const { duration, collectDuration, setupDuration, environmentSetupDuration } = module.diagnostic();
    // A file that could not be loaded has no tests; a hook that failed has no test.
    const ofSuites = [module, ...module.children.allSuites()].flatMap((suite) =>
      suite.errors().map((error) => `${suite.fullName ?? 'the whole file'}\n${reasonOf(error)}`),
    );
    const ofTests = [...module.children.allTests('failed')].map(
      (test) => `${test.fullName}\n${test.result().errors.map(reasonOf).join('\n')}`,
    );
    return {
      file: relative(this.root, module.moduleId),
      seconds: (duration + collectDuration + setupDuration + environmentSetupDuration) / 1_000,
      passed: [...module.children.allTests('passed')].length,
      failures: [...ofSuites, ...ofTests],
    };
  }
}

/** The first lines of a failure: a long log may be cut above them. */
function reasonOf({ message = '', stack = '', stacks = [] }) {
  const places = stacks.slice(0, 4).map(({ file, line, column }) => `at ${file}:${line}:${column}`);
  return stripVTControlCharacters(`${message}\n${places.length > 0 ? places.join('\n') : stack}`)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 16)
    .map((line) => `    ${line.slice(0, 240)}`)
    .join('\n');
}
