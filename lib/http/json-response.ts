/** Text of responses that are complete: reading it from a `Response` creates a stream and takes several turns of the event loop. */
const texts = new WeakMap<Response, string>();

export function jsonResponse(
  value: unknown,
  { status, headers }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
): Response {
  const text = JSON.stringify(value);
  const response = new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  texts.set(response, text);
  return response;
}

/** Undefined for a response that was not made here. */
export const jsonTextOf = (response: Response): string | undefined => texts.get(response);
