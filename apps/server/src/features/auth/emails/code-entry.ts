/**
 * The page where a code is typed in, for an address: `url` is the public one. Behind the `#` it is never sent to a
 * server nor noted in a log, and the code itself is in no address at all.
 */
export function codeEntry(url: string, email: string, why: 'register' | 'forgot'): string {
  const text = new URLSearchParams({ email, ...(why === 'forgot' && { for: why }) })
  return `${url}/verify#${text}`
}
