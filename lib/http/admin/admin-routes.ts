/** All calls of the console, each with the policy of its contract. */
import type { Console } from '../../domain/console/create-console.ts';
import { accountRoutes } from './account-routes.ts';
import type { AdminRoute } from './admin-route.ts';
import { alarmRoutes } from './alarm-routes.ts';
import { apiDocsRoutes } from './api-docs-routes.ts';
import { cameraRoutes } from './camera-routes.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { preferenceRoutes } from './preference-routes.ts';
import { recordingRoutes } from './recording-routes.ts';
import { resourceRoutes } from './resource-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { systemRoutes } from './system-routes.ts';
import { uploadRoutes } from './upload-routes.ts';

export function adminRoutes(adminConsole: Console): readonly AdminRoute[] {
  const routes: AdminRoute[] = [
    ...sessionRoutes(adminConsole),
    ...accountRoutes(adminConsole),
    ...cameraRoutes(adminConsole.cameraPages),
    ...alarmRoutes(adminConsole.cameraPages.alarms),
    ...dashboardRoutes(adminConsole.cameraPages.dashboard),
    ...recordingRoutes(adminConsole.cameraPages.recordings, adminConsole.cameraPages.shares),
    ...preferenceRoutes(adminConsole),
    ...uploadRoutes(adminConsole.uploads),
    ...systemRoutes(adminConsole.systemPages),
    ...apiDocsRoutes(() => routes),
    ...adminConsole.resources.flatMap((resource) => resourceRoutes(resource)),
  ];
  return routes;
}
