/** A shipping template as the API shows it. Prices are in fen. */

/** '1': by piece, '2': by weight in kg, '3': by volume in m³. */
export type FreightType = '1' | '2' | '3';

/** A city, or in a `Region` a province. */
export interface Area {
  readonly cityId: number;
  /** Set by the server. */
  readonly name?: string;
}

/** A province: all of it without `children`, otherwise these cities of it. Id 0 is the whole country. */
export interface Region extends Area {
  readonly children: readonly Area[];
}

export interface Places {
  readonly region: readonly Region[];
  /** Names of the regions, for people; set by the server. */
  readonly regionName?: string;
}

/** Up to `first` units cost `firstPrice`; each further `continue` units, or part of them, `continuePrice`. */
export interface RegionRule extends Places {
  readonly first: number;
  readonly firstPrice: number;
  readonly continue: number;
  readonly continuePrice: number;
}

/** Free from `number` units and goods for `price`; 0 is no condition. */
export interface FreeRule extends Places {
  readonly number: number;
  readonly price: number;
}

export interface FreightTemplate {
  readonly type: FreightType;
  readonly regionInfo: readonly RegionRule[];
  /** '1': `appointInfo` applies. */
  readonly appoint: '0' | '1';
  readonly appointInfo: readonly FreeRule[];
  /** '1': `noDeliveryInfo` applies. */
  readonly noDelivery: '0' | '1';
  readonly noDeliveryInfo: readonly Places[];
}

/** The whole country, in the first charge rule of every template. */
export const nationwide = 0;
