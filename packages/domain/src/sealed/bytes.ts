import { SealingError } from './sealing-error.ts'

/** Bytes in any form that callers have: a Uint8Array, an array of numbers, or an array-like object. */
export type Bytes = ArrayLike<number>

/**
 * Converts any input to bytes, each an integer from 0 to 255.
 * @throws {SealingError} `byte_value` for an array with other values, `array_like` for input that contains no bytes
 */
export function bytesFrom(given: unknown): Uint8Array {
  if (given instanceof Uint8Array) return given
  if (Array.isArray(given)) {
    // Array.from, as `every` skips holes.
    const values: unknown[] = Array.from(given)
    if (!values.every(isByte)) throw new SealingError('byte_value')
    return Uint8Array.from(values)
  }
  if (!hasLength(given)) throw new SealingError('array_like')
  const bytes: number[] = []
  for (let i = 0; i < given.length; i++) {
    const value: unknown = given[i]
    if (!isByte(value)) throw new SealingError('array_like')
    bytes.push(value)
  }
  return Uint8Array.from(bytes)
}

function isByte(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255
}

function hasLength(given: unknown): given is ArrayLike<unknown> {
  return (
    typeof given === 'object' &&
    given !== null &&
    'length' in given &&
    typeof given.length === 'number' &&
    Number.isSafeInteger(given.length) &&
    given.length >= 0
  )
}
