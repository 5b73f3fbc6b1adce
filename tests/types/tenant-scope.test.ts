import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineCall } from '../../lib/contracts/lapp/call.ts';
import { deviceInfo } from '../../lib/contracts/lapp/device-info.call.ts';
import { tokenGet } from '../../lib/contracts/lapp/token-get.call.ts';
import type { Viewer } from '../../lib/domain/access/token.service.ts';
import type { Device, deviceRepository } from '../../lib/domain/devices/device.repository.ts';
import type { DeviceAccess } from '../../lib/domain/devices/device-access.ts';
import { type DeviceFacts, deviceFacts } from '../../lib/domain/devices/device-facts.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import {
  bindAddressCall,
  bindApplicationCall,
  bindDeviceCall,
  type Doors,
} from '../../lib/http/lapp-route.ts';

// What must not compile. `tsc` checks the marks; nothing in here runs.
function refusedByTheCompiler(
  devices: ReturnType<typeof deviceRepository>,
  viewer: Viewer,
  device: Device,
  doors: Doors,
  facts: (access: DeviceAccess) => Promise<DeviceFacts>,
): void {
  devices.findDevice(tenantScope('t'), 'CAM1');
  // @ts-expect-error a query without a tenant
  devices.findDevice('CAM1');
  // @ts-expect-error the id of a tenant is not a scope: nobody verified it
  devices.findDevice('t', 'CAM1');
  // @ts-expect-error an object that looks like a scope is not one
  devices.findDevice({ tenantId: 't' }, 'CAM1');
  // @ts-expect-error access to a device is made where the token is checked, and nowhere else
  deviceFacts({ viewer, device }, () => 'unknown');

  // @ts-expect-error a call without a policy
  defineCall({ path: '/api/lapp/x', form: z.object({}), data: z.object({}), errors: [] });
  defineCall({
    path: '/api/lapp/x',
    // @ts-expect-error a policy that names no capability: null must be written
    policy: { caller: 'token', camera: 'deviceSerial' },
    form: z.object({}),
    data: z.object({}),
    errors: [],
  });

  bindDeviceCall(doors, deviceInfo, (_form, access) => facts(access));
  // @ts-expect-error a call for token holders bound as if anybody may make it
  bindApplicationCall(deviceInfo, async () => ({}));
  // @ts-expect-error a call for applications bound as if it had a device
  bindDeviceCall(doors, tokenGet, async () => ({ accessToken: '', expireTime: 0 }));
  // @ts-expect-error a device call bound as if its form had an address
  bindAddressCall(doors, deviceInfo, async () => ({}));
}

it('rejects these misuses at compile time', () => {
  expect(refusedByTheCompiler).toBeInstanceOf(Function);
});
