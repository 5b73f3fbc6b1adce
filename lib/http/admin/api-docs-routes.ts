import { readApiDocs } from '../../contracts/admin/calls/api-docs.calls.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';
import { apiDocument } from './api-document.ts';

/** `routes`: all of them, including this one. */
export function apiDocsRoutes(routes: () => readonly AdminRoute[], base = '/api/admin'): AdminRoute[] {
  const documentFor = apiDocument(routes, base);
  return [bindAdminCall(readApiDocs, async ({ locale }, { actor }) => ({ ...documentFor(actor, locale) }))];
}
