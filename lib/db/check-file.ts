import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const library = createRequire(import.meta.url).resolve('libsql');
/** Prints how many problems were found, or the code of the error that prevented the check. */
const script = `
const Database = require(process.argv[1]);
try {
  const rows = new Database(process.argv[2]).prepare('pragma quick_check(100)').all();
  const problems = rows.filter((row) => Object.values(row)[0] !== 'ok').length;
  console.log(JSON.stringify({ problems }));
} catch ({ code }) {
  console.log(JSON.stringify({ code: String(code) }));
}`;

/**
 * Checks the structure of a database file. In a process of its own, because the library is synchronous and a check of a
 * large file takes seconds. Returns the number of problems, at most 100. Throws, with the code of SQLite, when the file
 * cannot be checked.
 */
export async function checkDatabaseFile(file: string): Promise<number> {
  const args = ['--input-type=commonjs', '-e', script, library, file];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const result = JSON.parse(stdout) as { problems: number } | { code: string };
  if ('problems' in result) return result.problems;
  throw Object.assign(new Error('the database file cannot be checked'), { code: result.code });
}
