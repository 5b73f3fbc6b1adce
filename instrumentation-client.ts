/** What runs in the browser before anything else of a page: Next looks for it here. */
import { limitTrustedTypes } from './app/_console/settings/trusted-types.ts';

limitTrustedTypes();
