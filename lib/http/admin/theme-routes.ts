/** Calls of themes besides those of their resource. */
import * as calls from '../../contracts/admin/calls/theme.calls.ts';
import type { ThemePages } from '../../domain/themes/theme-resource.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';

export function themeRoutes(themes: Omit<ThemePages, 'service' | 'stop'>): readonly AdminRoute[] {
  return [
    bindAdminCall(calls.publishTheme, async ({ body }, call) => {
      await themes.publish(call, body.id, body.version ?? null);
      return null;
    }),
    bindAdminCall(calls.rollBackTheme, async ({ body }, call) => {
      await themes.rollback(call, body.id, body.number);
      return null;
    }),
    bindAdminCall(calls.themeVersionList, async ({ params }, call) => [
      ...(await themes.versions(call, params.id)),
    ]),
    bindAdminCall(calls.themeVersion, ({ params, query }, call) =>
      themes.version(call, params.id, query.number),
    ),
    bindAdminCall(calls.themeUsers, async ({ params }, call) => [...(await themes.uses(call, params.id))]),
    bindAdminCall(calls.importTheme, async ({ body }, call) => {
      const { themeId, notes } = await themes.importRecord(call, body);
      return { themeId, notes: [...notes] };
    }),
    bindAdminCall(calls.makeDraftLink, ({ params }, call) => themes.draftLinks.make(call, params.id)),
    bindAdminCall(calls.draftLinkList, async ({ params }, call) => [
      ...(await themes.draftLinks.list(call, params.id)),
    ]),
    bindAdminCall(calls.endDraftLink, async ({ params }, call) => {
      await themes.draftLinks.end(call, params.id, params.linkId);
      return null;
    }),
    bindOpenCall(calls.openDraft, ({ body, address }) =>
      themes.draftLinks.open(body.code, body.known ?? null, address),
    ),
  ];
}
