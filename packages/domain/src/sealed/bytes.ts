import { SealingError } from './sealing-error.ts'

/** Bytes in any of the forms that callers have them: a Uint8Array, an array of numbers, or what behaves like one. */
export type Bytes = ArrayLike<number>

/**
 * The bytes of whatever was given, each an integer from 0 to 255.
 * @throws {SealingError} `byte_value` for an array with anything else in it, `array_like` for what holds no bytes
 */
export function bytesFrom(given: unknown): Uint8Array {
  if (given instanceof Uint8Array) return given
  if (Array.isArray(given)) {
    // Spelt out, as `every` passes over holes.
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
