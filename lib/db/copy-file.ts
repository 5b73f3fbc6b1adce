import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';

const library = createRequire(import.meta.url).resolve('libsql');
/** Prints how many problems the copy has, or the code of the error that prevented it. */
const script = `
const Database = require(process.argv[1]);
try {
  const source = new Database(process.argv[2]);
  source.prepare('pragma busy_timeout = 5000').all();
  source.prepare('vacuum into ?').run(process.argv[3]);
  source.close();
  const rows = new Database(process.argv[3]).prepare('pragma quick_check(100)').all();
  console.log(JSON.stringify({ problems: rows.filter((row) => Object.values(row)[0] !== 'ok').length }));
} catch ({ code }) {
  console.log(JSON.stringify({ code: String(code) }));
}`;

/**
 * Copies a database file as it is at one moment, while it may be written to, and checks the copy. In a process of its
 * own, because the library is synchronous and a large file takes seconds. `to` must not exist; its content may not be
 * on the disk yet. Rejects, with the code of SQLite, when it fails; when `signal` aborts the process is killed. What is
 * left at `to` then must be deleted.
 */
export async function copyDatabaseFile(from: string, to: string, signal?: AbortSignal): Promise<void> {
  const args = ['--input-type=commonjs', '-e', script, library, from, to];
  const run = promisify(execFile)(process.execPath, args, {
    ...(signal ? { signal } : {}),
    killSignal: 'SIGKILL',
  });
  const { stdout } = await run;
  const result = JSON.parse(stdout) as { problems: number } | { code: string };
  if ('code' in result) {
    throw Object.assign(new Error('the database file cannot be copied'), { code: result.code });
  }
  if (result.problems > 0) {
    throw Object.assign(new Error('the copy of the database is damaged'), { code: 'SQLITE_CORRUPT' });
  }
}
