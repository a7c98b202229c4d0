/** Named cast: configuration and contract have checked that it is an address. */
export function asAddress(text: string): `0x${string}` {
  return text as `0x${string}`
}
