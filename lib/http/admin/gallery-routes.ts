import { galleryAccess, galleryOpen } from '../../contracts/admin/calls/gallery.calls.ts';
import type { GalleryService } from '../../domain/access/gallery.service.ts';
import { type AdminRoute, bindAdminCall, bindOpenCall } from './admin-route.ts';

export const galleryRoutes = (gallery: GalleryService): readonly AdminRoute[] => [
  bindOpenCall(galleryOpen, ({ address }) => gallery.open(address)),
  bindAdminCall(galleryAccess, () => gallery.access()),
];
