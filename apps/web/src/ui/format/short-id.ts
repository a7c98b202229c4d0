/** Shortens an id to its prefix and its last six characters, which are random: `key_…qrstvw`. */
export function shortId(id: string): string {
  return /^[a-z]{3}_\w{26}$/.test(id) ? `${id.slice(0, 4)}…${id.slice(-6)}` : id
}
