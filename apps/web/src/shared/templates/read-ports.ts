/** Parses `8080, 22` to numbers; an invalid item becomes `NaN`, which schemas reject at its position. */
export function readPorts(text: string): number[] {
  const words = text.split(/[\s,]+/).filter((word) => word !== '')
  return words.map(Number)
}
