import { BindPage } from '../_console/session/sign-in/bind-page.tsx';

export default function Page() {
  return <BindPage />;
}
