import { posix } from 'node:path';
import {
  acyclicFolders,
  browserFolders,
  folderOnlyFolders,
  forbiddenInside,
  layeredFolders,
  layers,
  nodeOnlyPackages,
  packageOwners,
  reactFreeFolders,
} from './layers.mjs';

const importPattern =
  /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** Every import of a TypeScript file, as written: `{ specifier, typeOnly }`. */
export function scanImports(source) {
  const withoutComments = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return [...withoutComments.matchAll(importPattern)].map((match) => ({
    specifier: match[2] ?? match[3],
    typeOnly: match[1] !== undefined,
  }));
}

/** Undefined for a file that is in no layer. */
export function layerOf(file) {
  const layer = layers.find(({ path }) => file.startsWith(path));
  const isStray = folderOnlyFolders.some(
    (folder) => file.startsWith(folder) && !layer?.path.startsWith(folder),
  );
  return isStray ? undefined : layer;
}

/** `lib/http/a.ts` + `../kernel/b.ts` -> `lib/kernel/b.ts`; null for a package. */
function resolveOwn(file, specifier) {
  if (!specifier.startsWith('.')) return null;
  return posix.normalize(posix.join(posix.dirname(file), specifier));
}

function packageOf(specifier) {
  const parts = specifier.replace(/^node:/, '').split('/');
  return specifier.startsWith('@') ? `${parts[0]}/${parts[1]}` : parts[0];
}

const isWithin = (file, folders) => folders.some((folder) => file.startsWith(folder));

/** One message per violation, saying what is wrong and where the code belongs. Empty if there is none. */
export function violations(files) {
  const found = [];
  for (const [file, source] of files) {
    const layer = layerOf(file);
    if (!layer) {
      if (
        isWithin(
          file,
          layeredFolders.map((folder) => `${folder}/`),
        )
      )
        found.push(
          `${file} is in no layer: put it into one of ${layers.map((each) => each.path).join(', ')}`,
        );
      continue;
    }
    for (const { specifier, typeOnly } of scanImports(source)) {
      const target = resolveOwn(file, specifier);
      if (target === null) found.push(...packageViolations(file, specifier, typeOnly));
      else found.push(...ownViolations(file, layer, target, typeOnly));
    }
  }
  return [...found, ...pagesWithSchemas(files), ...cycles(files), ...folderCycles(files)];
}

function ownViolations(file, layer, target, typeOnly) {
  if (target.startsWith('tests/')) return [`${file} imports ${target}: production code never imports tests`];
  const other = layerOf(target);
  if (!other) return target.endsWith('.json') ? [] : [`${file} imports ${target}, which is in no layer`];
  const found = [];
  const allowed =
    other.name === layer.name ||
    layer.may.some((name) => other.name === name || other.name.startsWith(`${name}/`)) ||
    (typeOnly && layer.types?.includes(other.name));
  if (!allowed)
    found.push(
      `${file} (${layer.name}) imports ${target} (${other.name}): ${layer.name} may import ${[...layer.may, ...(layer.types ?? []).map((name) => `types of ${name}`)].join(', ') || 'no other layer'}. Move the code to a lower layer, or inject it in lib/server.`,
    );
  for (const rule of forbiddenInside)
    if (file.startsWith(rule.from) && target.startsWith(rule.to))
      found.push(`${file} imports ${target}: ${rule.because}`);
  const feature = /^player-frame\/features\/([^/]+)\//;
  const [mine, theirs] = [feature.exec(file)?.[1], feature.exec(target)?.[1]];
  if (mine && theirs && mine !== theirs)
    found.push(`${file} imports feature ${theirs}: only player-frame/ui may combine features`);
  const page = /^app\/_console\/pages\/([^/]+)\//;
  const [ownPage, otherPage] = [page.exec(file)?.[1], page.exec(target)?.[1]];
  if (ownPage && otherPage && otherPage !== 'parts' && ownPage !== otherPage)
    found.push(`${file} imports page ${otherPage}: shared parts belong in app/_console/pages/parts`);
  return found;
}

/** Pages must not load zod: of a contract with schemas they import types, and constants come from a file without. */
function pagesWithSchemas(files) {
  const valuesOf = (file) => scanImports(files.get(file) ?? '').filter(({ typeOnly }) => !typeOnly);
  const hasSchemas = (file, seen = new Set()) => {
    if (seen.has(file)) return false;
    seen.add(file);
    return valuesOf(file).some(({ specifier }) => {
      const target = resolveOwn(file, specifier);
      return target === null ? packageOf(specifier) === 'zod' : hasSchemas(target, seen);
    });
  };
  return [...files.keys()]
    .filter((file) => file.startsWith('app/_console/pages/'))
    .flatMap((file) =>
      valuesOf(file)
        .map(({ specifier }) => resolveOwn(file, specifier))
        .filter((target) => target?.startsWith('lib/contracts/') && hasSchemas(target))
        .map((target) => `${file} imports ${target}, which loads zod: import its types, or move the value`),
    );
}

function packageViolations(file, specifier, typeOnly) {
  const name = packageOf(specifier);
  const found = [];
  for (const { package: guarded, owner } of packageOwners)
    if (name === guarded && ![owner].flat().some((path) => file.startsWith(path)))
      found.push(`${file} imports ${guarded}: only ${[owner].flat().join(' and ')} may import it`);
  const inBrowser = isWithin(file, browserFolders);
  if (inBrowser && !typeOnly && (specifier.startsWith('node:') || nodeOnlyPackages.includes(name)))
    found.push(`${file} imports ${specifier}, but runs in browsers`);
  if (file.startsWith('host-sdk/') && !/^host-sdk\/(react|vue)\//.test(file))
    found.push(`${file} imports ${specifier}: the host SDK has no dependencies`);
  if (isWithin(file, reactFreeFolders) && /^react(-dom)?(\/|$)/.test(specifier))
    found.push(`${file} imports ${specifier}: this folder must not depend on React`);
  return found;
}

const isAcyclic = (file) => isWithin(file, acyclicFolders);

/** Cycles through value imports; inside `acyclicFolders` through types too. */
function cycles(files) {
  const graph = new Map();
  for (const [file, source] of files) {
    const targets = scanImports(source)
      .map(({ specifier, typeOnly }) => ({ target: resolveOwn(file, specifier), typeOnly }))
      .filter(({ target }) => target !== null && files.has(target))
      .filter(({ target, typeOnly }) => !typeOnly || (isAcyclic(file) && isAcyclic(target)))
      .map(({ target }) => target);
    graph.set(file, targets);
  }
  return cyclesOf(graph);
}

/** `lib/domain/resource/sheet/csv.ts` -> `lib/domain/resource`; a file directly in `base` is returned unchanged. */
function folderIn(base, file) {
  const end = file.indexOf('/', base.length);
  return end < 0 ? file : file.slice(0, end);
}

/** Import cycles between the folders directly below each of `acyclicFolders`. */
function folderCycles(files) {
  return acyclicFolders.flatMap((base) => {
    const graph = new Map();
    for (const [file, source] of files) {
      if (!file.startsWith(base)) continue;
      const folder = folderIn(base, file);
      const targets = graph.get(folder) ?? new Set();
      graph.set(folder, targets);
      for (const { specifier } of scanImports(source)) {
        const target = resolveOwn(file, specifier);
        if (target?.startsWith(base) && folderIn(base, target) !== folder)
          targets.add(folderIn(base, target));
      }
    }
    return cyclesOf(graph).map((sentence) => `folder ${sentence}`);
  });
}

function cyclesOf(graph) {
  const done = new Set();
  const found = [];
  const visit = (node, path) => {
    if (path.includes(node)) {
      found.push(`cycle: ${[...path.slice(path.indexOf(node)), node].join(' -> ')}`);
      return;
    }
    if (done.has(node)) return;
    for (const target of graph.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return found;
}
