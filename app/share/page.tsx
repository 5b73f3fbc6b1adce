import { TokenLink } from './token-link.tsx';

/** `/share#<token>`: what follows `#` is not sent to a server. */
export default function Page() {
  return <TokenLink />;
}
