/** Calls for preferences and views of lists. */
import type { JSONType } from 'zod';
import {
  listViews,
  readPreference,
  removePreference,
  removeView,
  saveView,
  writePreference,
} from '../../contracts/admin/calls/preference.calls.ts';
import type { Preferences } from '../../domain/resource/preference.service.ts';
import type { SavedViews } from '../../domain/resource/saved-view.service.ts';
import { type AdminRoute, bindAdminCall } from './admin-route.ts';

export interface PreferenceParts {
  readonly preferences: Preferences;
  readonly savedViews: SavedViews;
}

export function preferenceRoutes({ preferences, savedViews }: PreferenceParts): AdminRoute[] {
  return [
    bindAdminCall(
      readPreference,
      async ({ params }, call) => (await preferences.read(call, params.name)) as JSONType,
    ),
    bindAdminCall(writePreference, async ({ params, body }, call) => {
      await preferences.write(call, params.name, body.value);
      return null;
    }),
    bindAdminCall(removePreference, async ({ params }, call) => {
      await preferences.write(call, params.name, null);
      return null;
    }),
    bindAdminCall(listViews, ({ params }, call) => savedViews.list(call, params.resource)),
    bindAdminCall(saveView, ({ params, body }, call) => savedViews.save(call, params.resource, body)),
    bindAdminCall(removeView, async ({ params }, call) => {
      await savedViews.remove(call, params.resource, params.id);
      return null;
    }),
  ];
}
