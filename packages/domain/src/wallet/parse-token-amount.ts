/**
 * The amount that a user wrote, in the smallest unit of a token. `undefined`: it is no number above zero, or has more
 * decimals than the token.
 */
export function parseTokenAmount(text: string, decimals: number): bigint | undefined {
  const written = /^([0-9]{1,30})(?:\.([0-9]{1,36}))?$/.exec(text.trim())
  if (written === null) return undefined
  const [, whole = '', fraction = ''] = written
  if (fraction.length > decimals) return undefined
  const amount = BigInt(whole + fraction.padEnd(decimals, '0'))
  return amount > 0n ? amount : undefined
}
