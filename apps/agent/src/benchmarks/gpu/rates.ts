/** 10¹² operations per second. Pure. */
export function tflopsOf(operations: number, ms: number): number {
  return operations / ms / 1e9
}

/** 10⁹ bytes per second: a copy reads and writes each byte, as STREAM counts (McCalpin, 1995). Pure. */
export function copyGbPerS(copiedBytes: number, ms: number): number {
  return (2 * copiedBytes) / ms / 1e6
}

/** The middle one of some times; `undefined` for none. Pure. */
export function medianOf(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]
}
