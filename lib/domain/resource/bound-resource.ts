import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { ResourceCallName } from '../../contracts/admin/resource-calls.ts';
import type { ResourceService } from './resource-service.ts';

/** A definition and what stands behind its calls. */
export interface BoundResource {
  readonly definition: ResourceDef;
  readonly service: ResourceService;
  /** Calls that the room answers by itself. */
  readonly except?: readonly ResourceCallName[];
}
