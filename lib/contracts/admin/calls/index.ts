/**
 * Every call that is not derived from a resource: menu buttons, the API document and the authorization matrix are
 * generated from these.
 */
import type { AdminCallDef } from '../call.ts';
import { accountCalls } from './account.calls.ts';
import * as alarm from './alarm.calls.ts';
import { apiDocsCalls } from './api-docs.calls.ts';
import * as camera from './camera.calls.ts';
import * as dashboard from './dashboard.calls.ts';
import { preferenceCalls } from './preference.calls.ts';
import * as recording from './recording.calls.ts';
import { sessionCalls } from './session.calls.ts';
import * as share from './share.calls.ts';
import { systemCalls } from './system.calls.ts';
import * as upload from './upload.calls.ts';

export const bespokeCalls: readonly AdminCallDef[] = [
  ...sessionCalls,
  ...accountCalls,
  ...systemCalls,
  ...preferenceCalls,
  ...apiDocsCalls,
  ...callsIn(alarm),
  ...callsIn(camera),
  ...callsIn(dashboard),
  ...callsIn(recording),
  ...callsIn(share),
  ...callsIn(upload),
];

function callsIn(exported: Readonly<Record<string, unknown>>): AdminCallDef[] {
  return Object.values(exported).filter(isCall);
}

function isCall(value: unknown): value is AdminCallDef {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
