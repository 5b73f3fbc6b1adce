import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Engine } from './dialect.ts';

const asciiLower = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * A condition: the column contains the text, which may have any characters. Case is ignored for ASCII letters, which is
 * what both engines can do alike.
 */
export function contains(engine: Engine, column: string, text: string): RawBuilder<SqlBool> {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return engine === 'postgres'
    ? sql<SqlBool>`lower(${sql.ref(column)} collate "C") like ${asciiLower(pattern)} escape '\\'`
    : sql<SqlBool>`${sql.ref(column)} like ${pattern} escape '\\'`;
}
