import { UsageError } from '../errors.ts'

const shape = /^\$?(\d{1,9})(?:\.(\d{1,6}))?$/

/**
 * Parses an amount as users write it (`5`, `0.42`, `$1.50`) into micro-dollars, without floating point.
 * At most six digits after the point. Throws {@link UsageError} naming `what`.
 */
export function parseUsd(text: string, what: string): number {
  const match = shape.exec(text.trim())
  if (match === null) {
    throw new UsageError(
      `${what} must be an amount in US dollars, such as 5 or 0.42, not "${text}".`,
    )
  }
  const [, dollars = '', fraction = ''] = match
  return Number(dollars) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}
