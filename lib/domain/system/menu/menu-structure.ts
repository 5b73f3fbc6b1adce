/** Rules for the menu tree and its paths. Pure: takes rows, returns the first error. */
import { systemMenu } from '../../../contracts/admin/resources/system-menu.resource.ts';
import type { LocalText } from '../../../i18n/translate.ts';
import type { LocalFieldError } from '../../errors/admin-error.ts';

export interface MenuNode {
  readonly id: number;
  /** 0: at the root. */
  readonly parentId: number;
  readonly menuName: string;
  readonly menuType: string;
  readonly path: string;
  /** Links to another site. */
  readonly isExternal: boolean;
}

const { maxDepth: maxMenuDepth, kinds } = systemMenu.tree;

const texts = {
  parent: { 'zh-CN': '上级菜单不存在', 'en-US': 'The parent menu does not exist' },
  cycle: {
    'zh-CN': '上级菜单不能选择自己或自己的下级',
    'en-US': 'A menu cannot be moved under itself or its submenus',
  },
  button: { 'zh-CN': '按钮只能放在菜单下', 'en-US': 'Buttons can be placed only under pages' },
  container: {
    'zh-CN': '目录和菜单只能放在目录下',
    'en-US': 'Directories and pages can be placed only under directories',
  },
  deep: { 'zh-CN': '菜单最多 4 级', 'en-US': 'Menus can have at most 4 levels' },
  noPath: { 'zh-CN': '路由地址不能为空', 'en-US': 'The path is required' },
  external: {
    'zh-CN': '地址必须以 http(s):// 开头',
    'en-US': 'The address must start with http:// or https://',
  },
  path: { 'zh-CN': '路由地址格式不正确', 'en-US': 'Invalid path format' },
  taken: { 'zh-CN': '路由地址已存在', 'en-US': 'This path already exists' },
} as const satisfies Record<string, LocalText>;

/** `user`, `/system`, `role/:id`: no scheme, no empty segment, no `..`. */
const pathPattern = /^\/?:?[\w-][\w.-]*(?:\/:?[\w-][\w.-]*)*$/;

export function isSafeAddress(path: string): boolean {
  if (!/^https?:\/\//i.test(path) || !URL.canParse(path)) return false;
  const { protocol, hostname, username, password } = new URL(path);
  return (
    (protocol === 'http:' || protocol === 'https:') && hostname !== '' && username === '' && password === ''
  );
}

/** With a leading slash; external links unchanged. */
export function fullPath(node: MenuNode, byId: ReadonlyMap<number, MenuNode>): string {
  if (node.isExternal) return node.path;
  const parts: string[] = [];
  let at: MenuNode | undefined = node;
  for (let steps = 0; at && steps <= maxMenuDepth; steps += 1) {
    parts.unshift(at.path);
    if (at.path.startsWith('/')) break;
    at = byId.get(at.parentId);
  }
  return `/${parts.join('/')}`.replace(/\/{2,}/g, '/');
}

/** Checks the changed nodes and all below them; existing rows are not checked. */
export function structureFault(
  nodes: readonly MenuNode[],
  changed: readonly number[],
): LocalFieldError | null {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const id of changed) {
    if (depthOf(id, byId) === Number.POSITIVE_INFINITY) return { path: 'parentId', message: texts.cycle };
  }
  const touched = nodes.filter(({ id }) => changed.some((root) => isBelow(id, root, byId)));
  for (const node of touched) {
    const fault = placeFault(node, byId) ?? pathFault(node);
    if (fault) return fault;
  }
  return duplicateFault(nodes, touched, byId);
}

function placeFault(node: MenuNode, byId: ReadonlyMap<number, MenuNode>): LocalFieldError | null {
  const parent = byId.get(node.parentId);
  const at = (message: LocalText) => ({ path: 'parentId', message });
  if (node.parentId !== 0 && !parent) return at(texts.parent);
  const places: Readonly<Record<string, readonly (string | null)[]>> = kinds.below;
  if (!places[node.menuType]?.includes(parent?.menuType ?? null)) {
    return at(node.menuType === 'F' ? texts.button : texts.container);
  }
  return depthOf(node.id, byId) > maxMenuDepth ? at(texts.deep) : null;
}

function pathFault({ menuType, path, isExternal }: MenuNode): LocalFieldError | null {
  const at = (message: LocalText) => ({ path: 'path', message });
  if (menuType === 'F') return null;
  if (path === '') return at(texts.noPath);
  if (isExternal) return isSafeAddress(path) ? null : at(texts.external);
  return pathPattern.test(path) ? null : at(texts.path);
}

function duplicateFault(
  nodes: readonly MenuNode[],
  touched: readonly MenuNode[],
  byId: ReadonlyMap<number, MenuNode>,
): LocalFieldError | null {
  const hasPath = ({ menuType }: MenuNode) => menuType !== 'F';
  const counts = new Map<string, number>();
  for (const node of nodes.filter(hasPath)) {
    const path = fullPath(node, byId);
    counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const isTaken = touched.filter(hasPath).some((node) => (counts.get(fullPath(node, byId)) ?? 0) > 1);
  return isTaken ? { path: 'path', message: texts.taken } : null;
}

/** 1 at the root; infinite in a cycle. */
function depthOf(id: number, byId: ReadonlyMap<number, MenuNode>): number {
  const seen = new Set<number>();
  let at = byId.get(id);
  while (at) {
    if (seen.has(at.id)) return Number.POSITIVE_INFINITY;
    seen.add(at.id);
    at = byId.get(at.parentId);
  }
  return seen.size;
}

function isBelow(id: number, root: number, byId: ReadonlyMap<number, MenuNode>): boolean {
  const seen = new Set<number>();
  let at = byId.get(id);
  while (at && !seen.has(at.id)) {
    if (at.id === root) return true;
    seen.add(at.id);
    at = byId.get(at.parentId);
  }
  return false;
}
