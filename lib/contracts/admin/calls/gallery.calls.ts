/** Calls of the page of templates: a demo camera to show them with. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';

const access = z.object({
  /** For the player's `accessToken`: permits live video and recordings of one demo camera. */
  accessToken: z.string(),
  /** For the player's `app`. */
  appKey: z.string(),
  /** Camera in an address: `SERIAL/CHANNEL`. */
  path: z.string(),
});

/** Refused unless the setting `site.gallery` is on. */
export const galleryOpen = defineAdminCall({
  method: 'POST',
  path: '/gallery/open',
  policy: 'public',
  summary: { 'zh-CN': '打开模板展示', 'en-US': 'Open the page of templates' },
  data: access,
  rejectsDuplicates: false,
});

export const galleryAccess = defineAdminCall({
  method: 'POST',
  path: '/gallery/access',
  policy: 'signedIn',
  summary: { 'zh-CN': '打开模板展示', 'en-US': 'Open the page of templates' },
  data: access,
  rejectsDuplicates: false,
});
