/**
 * Names are in camel case in the code and in snake case in the database. Kysely's plugin copies the tree of every
 * statement to rename what is in it; here the names are changed when the statement is written out.
 */
import {
  CamelCasePlugin,
  type PluginTransformQueryArgs,
  PostgresQueryCompiler,
  type RootOperationNode,
  SqliteQueryCompiler,
} from 'kysely';

class StoredNames extends CamelCasePlugin {
  override transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    return node;
  }

  of(name: string): string {
    return this.snakeCase(name);
  }
}

/** The plugin that gives the columns of results their names in the code. */
export const storedNames = new StoredNames();

export class StoredNamesSqliteCompiler extends SqliteQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(storedNames.of(name));
  }
}

export class StoredNamesPostgresCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(name: string): string {
    return super.sanitizeIdentifier(storedNames.of(name));
  }
}
