/** All calls of the console, each with the policy of its contract. */
import type { Console } from '../../domain/console/create-console.ts';
import { accountRoutes } from './account-routes.ts';
import type { AdminRoute } from './admin-route.ts';
import { alarmRoutes } from './alarm-routes.ts';
import { apiDocsRoutes } from './api-docs-routes.ts';
import { appRoutes } from './app-routes.ts';
import { cameraRoutes } from './camera-routes.ts';
import { cmsRoutes } from './cms-routes.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { exportRoutes } from './export-routes.ts';
import { feedbackRoutes } from './feedback-routes.ts';
import { areaRoutes, freightRoutes } from './freight-routes.ts';
import { galleryRoutes } from './gallery-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { mapRoutes } from './map-routes.ts';
import { messageRoutes } from './message-routes.ts';
import { monitorRoutes } from './monitor-routes.ts';
import { preferenceRoutes } from './preference-routes.ts';
import { recordingRoutes } from './recording-routes.ts';
import { resourceRoutes } from './resource-routes.ts';
import { searchRoutes } from './search-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { statRoutes } from './stat-routes.ts';
import { systemRoutes } from './system-routes.ts';
import { themeRoutes } from './theme-routes.ts';
import { uploadRoutes } from './upload-routes.ts';
import { voiceRoutes } from './voice-routes.ts';
import { watchRoutes } from './watch-routes.ts';

export function adminRoutes(adminConsole: Console): readonly AdminRoute[] {
  const routes: AdminRoute[] = [
    ...sessionRoutes(adminConsole),
    ...accountRoutes(adminConsole),
    ...cameraRoutes(adminConsole.cameraPages),
    ...mapRoutes(adminConsole.map),
    ...watchRoutes(adminConsole.cameraPages.watch),
    ...galleryRoutes(adminConsole.cameraPages.gallery),
    ...alarmRoutes(adminConsole.cameraPages),
    ...voiceRoutes(adminConsole.cameraPages.voices),
    ...jobRoutes(adminConsole.jobPages),
    ...dashboardRoutes(adminConsole.cameraPages.dashboard),
    ...monitorRoutes(adminConsole),
    ...recordingRoutes(adminConsole.cameraPages.recordings, adminConsole.cameraPages.shares),
    ...preferenceRoutes(adminConsole),
    ...searchRoutes(adminConsole.resources),
    ...uploadRoutes(adminConsole.uploads),
    ...exportRoutes(adminConsole.exports),
    ...systemRoutes(adminConsole.systemPages, adminConsole.messages.inbox),
    ...messageRoutes(adminConsole.messages),
    ...feedbackRoutes(adminConsole.messages.feedback, adminConsole.uploads),
    ...statRoutes(adminConsole),
    ...areaRoutes(adminConsole.areas),
    ...freightRoutes(adminConsole.freight),
    ...appRoutes(adminConsole.apps),
    ...cmsRoutes(adminConsole.articles),
    ...themeRoutes(adminConsole.themePages),
    ...apiDocsRoutes(() => routes),
    ...adminConsole.resources.flatMap((resource) => resourceRoutes(resource, adminConsole.exports)),
  ];
  return routes;
}
