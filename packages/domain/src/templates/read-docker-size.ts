import type { ReadResult } from './read-result.ts'

const units = ['', 'k', 'm', 'g', 't', 'p']
const pattern = /^(\d{1,15}(?:\.\d{1,9})?) ?([kmgtp]?)i?b?$/

/** Reads a size such as `64m` or `1.5g` as bytes; units are powers of 1024. Source: docker/go-units, `RAMInBytes`. */
export function readDockerSize(text: string): ReadResult<number> {
  const [whole, count = '', unit = ''] = pattern.exec(text.toLowerCase()) ?? []
  if (whole === undefined) return { reason: 'must be a size such as 64m or 1g' }
  return { value: Math.floor(Number(count) * 1024 ** units.indexOf(unit)) }
}
