import { AppError } from '../kernel/app-error.ts';
import { explainStorage } from './explain-storage.ts';

const unreachable = 'PostgreSQL does not respond at the address in DATABASE_URL';
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOENT: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  '28P01': 'PostgreSQL rejects the password in DATABASE_URL',
  '28000': 'PostgreSQL rejects the user in DATABASE_URL',
  '3D000': 'the database in DATABASE_URL does not exist; create it first',
  '42501': 'the user in DATABASE_URL may not create or change its tables',
  '53300': 'PostgreSQL has no free connections',
  '57P03': 'PostgreSQL is starting or stopping',
  EACCES: 'this user may not read and write the database file',
  SQLITE_BUSY: 'another program uses the database file',
};

/** Why the database cannot be opened, without the text of the driver; that is the cause, for the log. */
export function explainDatabase(dataDir: string, cause: unknown): AppError {
  const explained = explainStorage(dataDir, cause);
  if (explained instanceof AppError) return explained;
  const { code } = cause as { code?: unknown };
  const reason = reasons[String(code)] ?? `unexpected error ${code ?? ''}`.trim();
  return new AppError('database.unusable', `Cannot open the database: ${reason}`, {}, { cause });
}
