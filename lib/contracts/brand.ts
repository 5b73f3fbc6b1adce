/** Name, logo and colour of an organisation in place of the product's own. Without zod: pages import it. */

export const brandColour = /^#[0-9a-fA-F]{6}$/;

export interface Brand {
  /** Empty: the product's name. */
  readonly name: string;
  /** Address of an uploaded image. Empty: the product's logo. */
  readonly logo: string;
  /** `#rrggbb`. Empty: the product's colour. */
  readonly color: string;
  /** Whom viewers contact when a camera does not play, for example a telephone number. Empty: not shown. */
  readonly support: string;
}

export const productBrand: Brand = { name: '', logo: '', color: '', support: '' };
