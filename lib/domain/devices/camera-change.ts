/** Something about this channel changed: a running source must be replaced or stopped. */
export interface CameraChange {
  readonly tenantId: string;
  readonly deviceSerial: string;
  readonly channelNo: number;
}

/** As processes tell it. Serial numbers hold no slash, and neither do ids of organisations. */
export function cameraId({ tenantId, deviceSerial, channelNo }: CameraChange): string {
  return `${tenantId}/${deviceSerial}/${channelNo}`;
}

/** Null for what is none. */
export function cameraOf(id: string): CameraChange | null {
  const parts = /^([^/]+)\/([^/]+)\/([1-9][0-9]*)$/.exec(id);
  return parts && { tenantId: parts[1]!, deviceSerial: parts[2]!, channelNo: Number(parts[3]) };
}
