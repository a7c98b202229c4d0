/** Whether data to this address cannot be read or changed on the way: TLS, or this machine itself. */
export function isSafeAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol === 'https:') return true
  return url !== null && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
}
