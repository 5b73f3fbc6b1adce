import { SharedRecording } from './shared-recording.tsx';

/** `/share#<token>`: what follows `#` is not sent to a server. */
export default function Page() {
  return <SharedRecording />;
}
