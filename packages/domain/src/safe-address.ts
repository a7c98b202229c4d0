/** Whether nobody on the way can read or change what is sent to this address: TLS, or this very machine. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol === 'https:') return true
  return url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
}
