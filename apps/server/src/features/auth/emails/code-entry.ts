/**
 * The page where the user enters a code for an address; `url` is the public address. The part after the `#` is never
 * sent to a server or logged, and the code itself is in no URL.
 */
export function codeEntry(url: string, email: string, why: 'register' | 'forgot'): string {
  const text = new URLSearchParams({ email, ...(why === 'forgot' && { for: why }) })
  return `${url}/verify#${text}`
}
