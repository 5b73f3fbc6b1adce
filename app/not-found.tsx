import ErrorPage from './error.tsx';

/** For pages that find nothing on the server. */
export default function NotFound() {
  return <ErrorPage />;
}
