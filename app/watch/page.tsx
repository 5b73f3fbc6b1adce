import { WallClient } from './wall-client.tsx';

/** `/watch?cameras=SERIAL,SERIAL:CHANNEL` or `/watch?wall=ID`: a video wall. */
export default function Page() {
  return <WallClient />;
}
