/** Rules that all calls together must satisfy. Returns a sentence per violation; a test checks that there is none. */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import { permissionOf } from '../../contracts/admin/define-resource.ts';
import { fieldsOf } from '../../contracts/admin/resource-schema.ts';
import type { AdminRoute } from './admin-route.ts';

export interface CheckedConsole {
  readonly routes: readonly Pick<AdminRoute, 'call'>[];
  readonly definitions: readonly ResourceDef[];
  /** Permissions of all rows of the menu. */
  readonly menuPermissions: readonly string[];
  /** Types of the existing dictionaries. */
  readonly dictionaries: readonly string[];
}

/** Maximum number of calls without a session; each adds to the attack surface. */
const maxOpenCalls = 19;

export function checkRoutes({
  routes,
  definitions,
  menuPermissions,
  dictionaries,
}: CheckedConsole): string[] {
  return [
    ...unguarded(routes),
    ...twice(routes),
    ...permissionFaults(routes, definitions, menuPermissions),
    ...definitions.flatMap((definition) => definitionFaults(definition, definitions, dictionaries)),
  ];
}

const nameOf = ({ call }: Pick<AdminRoute, 'call'>) => `${call.method} ${call.path}`;

function unguarded(routes: CheckedConsole['routes']): string[] {
  const open = routes.filter(({ call }) => call.policy === 'public' || call.policy === 'cookie');
  return [
    ...routes.filter(({ call }) => !call.policy).map((route) => `${nameOf(route)} has no policy`),
    ...(open.length > maxOpenCalls
      ? [
          `${open.length} calls need no session; the maximum is ${maxOpenCalls}: ${open.map(nameOf).join(', ')}`,
        ]
      : []),
  ];
}

function twice(routes: CheckedConsole['routes']): string[] {
  const names = routes.map((route) => nameOf(route).replace(/\{\w+\}/g, '{}'));
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map(
    (name) => `${name} is defined twice`,
  );
}

function permissionFaults(
  routes: CheckedConsole['routes'],
  definitions: readonly ResourceDef[],
  menuPermissions: readonly string[],
): string[] {
  const requiredPermissions = new Set([
    ...routes.flatMap(({ call }) => (typeof call.policy === 'object' ? call.policy.anyOf : [])),
    ...routes.flatMap(({ call }) => Object.keys(call.more ?? {})),
    ...definitions.flatMap((definition) =>
      (definition.actions ?? []).map(({ verb, key }) => permissionOf(definition, verb ?? key)),
    ),
  ]);
  const offered = new Set(menuPermissions);
  return [
    ...[...requiredPermissions]
      .filter((each) => !offered.has(each))
      .map((each) => `${each} is required but in no menu`),
    ...[...offered]
      .filter((each) => !requiredPermissions.has(each))
      .map((each) => `${each} is in a menu but required by no call`),
  ];
}

function definitionFaults(
  definition: ResourceDef,
  definitions: readonly ResourceDef[],
  dictionaries: readonly string[],
): string[] {
  const keys = new Set(definitions.map(({ key }) => key));
  return fieldsOf(definition).flatMap(([name, { dict, kind, options, relation }]) => {
    const place = `${definition.key}.${name}`;
    return [
      ...(kind === 'dict' && !dict ? [`${place} has no dictionary type`] : []),
      ...(dict && !dictionaries.includes(dict)
        ? [`${place} uses the dictionary ${dict}, which does not exist`]
        : []),
      ...(kind === 'enum' && !options?.length ? [`${place} has no options`] : []),
      ...(relation && !keys.has(relation.resource)
        ? [`${place} refers to ${relation.resource}, which is not a resource`]
        : []),
    ];
  });
}
