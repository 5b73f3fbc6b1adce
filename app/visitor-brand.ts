import { headers } from 'next/headers';
import { productBrand } from '../lib/contracts/brand.ts';
import { organisationOfCookies } from '../lib/contracts/organisation-address.ts';
import { sessionGate } from '../lib/http/current-session.ts';

/** Name, logo and colour of the page that is being rendered: those of the organisation that the browser used last. */
export async function visitorBrand() {
  const organisation = organisationOfCookies((await headers()).get('cookie'));
  return (await sessionGate()?.brand(organisation)) ?? productBrand;
}
