/** The block that a receiver counts in: what is left at the end counts as half of one. */
export const blockBytes = 65_536

const records = /^(\d{1,12})\+([01]) records in$/m
const times = /^from (\d{1,12}\.\d\d) to (\d{1,12}\.\d\d)$/m

/** Reads what `dd` of full blocks and the clock around it say; `undefined` unless anything was copied. */
export function readCopied(said: string): { bytes: number; seconds: number } | undefined {
  const [, whole, part] = records.exec(said) ?? []
  const [, from, to] = times.exec(said) ?? []
  const bytes = Math.round((Number(whole) + Number(part) / 2) * blockBytes)
  const seconds = Number(to) - Number(from)
  return bytes > 0 && seconds > 0 ? { bytes, seconds } : undefined
}
