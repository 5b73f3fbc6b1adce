import { expect } from 'expect';
import { it } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../lib/contracts/lapp/call.ts';
import { deviceInfo } from '../../lib/contracts/lapp/device-info.call.ts';
import { tokenGet } from '../../lib/contracts/lapp/token-get.call.ts';
import type { Viewer } from '../../lib/domain/access/token.service.ts';
import type { Device, deviceRepository } from '../../lib/domain/devices/device.repository.ts';
import type { DeviceAccess, Doors } from '../../lib/domain/devices/device-access.ts';
import { type DeviceInfo, deviceInfoOf } from '../../lib/domain/devices/device-info.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { bindAddressCall, bindApplicationCall, bindDeviceCall } from '../../lib/http/lapp-route.ts';

// Code that must not compile, checked by `tsc`; nothing in this function is executed.
function refusedByTheCompiler(
  devices: ReturnType<typeof deviceRepository>,
  viewer: Viewer,
  device: Device,
  doors: Doors,
  info: (access: DeviceAccess) => Promise<DeviceInfo>,
): void {
  devices.findDevice(tenantScope('t'), 'CAM1');
  // @ts-expect-error a query without a tenant
  devices.findDevice('CAM1');
  // @ts-expect-error a tenant id is not a verified scope
  devices.findDevice('t', 'CAM1');
  // @ts-expect-error an object of the same shape is not a verified scope
  devices.findDevice({ tenantId: 't' }, 'CAM1');
  // @ts-expect-error device access can only be created by the token check
  deviceInfoOf({ viewer, device }, () => 'unknown');

  // @ts-expect-error a call without a policy
  defineCall({ path: '/api/lapp/x', form: z.object({}), data: z.object({}), errors: [] });
  defineCall({
    path: '/api/lapp/x',
    // @ts-expect-error the policy must state its capability, even if it is null
    policy: { caller: 'token', camera: 'deviceSerial' },
    form: z.object({}),
    data: z.object({}),
    errors: [],
  });

  bindDeviceCall(doors, deviceInfo, (_form, access) => info(access));
  // @ts-expect-error a call with a token bound as an application call
  bindApplicationCall(deviceInfo, async () => ({}));
  // @ts-expect-error an application call bound as a device call
  bindDeviceCall(doors, tokenGet, async () => ({ accessToken: '', expireTime: 0 }));
  // @ts-expect-error a device call bound as a call with an address in its form
  bindAddressCall(doors, deviceInfo, async () => ({}));
}

it('rejects these misuses at compile time', () => {
  expect(refusedByTheCompiler).toBeInstanceOf(Function);
});
