/** Letters and digits that are not mistaken for each other. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'
const codeLength = 8

/** Returns a code from random bytes, at least {@link codeLength} of them: about 40 bits. Pure. */
export function referralCodeFrom(bytes: Uint8Array): string {
  return [...bytes.subarray(0, codeLength)]
    .map((byte) => signs.charAt(byte % signs.length))
    .join('')
}

/** Returns a code without what people overlook, so that no code can pass for another one. Pure. */
export function lookOf(code: string): string {
  return code
    .toLowerCase()
    .replaceAll('-', '')
    .replaceAll('0', 'o')
    .replace(/[1i]/g, 'l')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
