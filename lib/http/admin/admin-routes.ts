/** Every call of the console, each under the policy of its contract. */
import type { Console } from '../../domain/console/create-console.ts';
import type { AdminRoute } from './admin-route.ts';

export function adminRoutes(_console: Console): readonly AdminRoute[] {
  return [];
}
