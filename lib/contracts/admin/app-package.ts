/** Packages of apps that are uploaded to this server, in parts. */
import { consoleApiBase } from './api-base.ts';

export const appPlatforms = ['android', 'ios', 'harmony', 'pc'] as const;
export type AppPlatform = (typeof appPlatforms)[number];

/** Extensions by platform. iOS installs apps from the store only. */
export const packageExtensions: Readonly<Record<AppPlatform, readonly string[]>> = {
  android: ['apk'],
  ios: [],
  harmony: ['hap', 'app'],
  pc: ['exe', 'msi', 'zip'],
};

/** Larger packages are stored elsewhere, and their address is entered. */
export const maxPackageBytes = 100 * 1_048_576;
/** Of every part but the last one. */
export const packagePartBytes = 1_048_576;

/** `<32 hex digits>.<extension>`, chosen by the server. */
export const packageName = /^[0-9a-f]{32}\.(?:apk|hap|app|exe|msi|zip)$/;
const address = new RegExp(`^${consoleApiBase}/app/package/([0-9a-f]{32}\\.[a-z]{3})$`);

export const packageAddress = (name: string): string => `${consoleApiBase}/app/package/${name}`;

/** Null: not the address of a package on this server. */
export function packageIn(text: string | null | undefined): string | null {
  const name = address.exec(text ?? '')?.[1];
  return name !== undefined && packageName.test(name) ? name : null;
}
