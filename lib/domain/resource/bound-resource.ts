import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { ResourceCallName } from '../../contracts/admin/resource-calls.ts';
import type { ResourceService } from './resource-service.ts';

/** A definition with its implementation. */
export interface BoundResource {
  readonly definition: ResourceDef;
  readonly service: ResourceService;
  /** Calls that the page implements itself. */
  readonly except?: readonly ResourceCallName[];
}
