/** Colour, cursor and title sequences of terminals (ECMA-48: CSI, OSC and the two-character ones). */
const escapes = new RegExp(
  [
    '\\u001b\\[[0-?]*[ -/]*[@-~]',
    '\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)',
    '\\u001b[@-Z\\\\-_]',
  ].join('|'),
  'g',
)
const otherControls = /(?!\t)\p{Cc}/gu

/** Strips terminal sequences from a line; of a line redrawn with `\r`, only the last version is kept. */
export function withoutAnsi(text: string): string {
  const last = text.replace(/\r+$/, '').split('\r').at(-1) ?? ''
  return last.replace(escapes, '').replace(otherControls, '')
}
