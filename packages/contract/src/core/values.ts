import { z } from 'zod'
import { isPlainText } from './plain-text.ts'

/** SHA-256 as lower-case hexadecimal. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')
export type Sha256 = z.infer<typeof Sha256>

/** A point in time as ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso
  .datetime({ offset: true })
  .max(40)
  .meta({ examples: ['2026-11-21T09:30:00.000Z'] })
export type Timestamp = z.infer<typeof Timestamp>

/** Money: integer micro-dollars (1 US dollar = 1,000,000). Never a fraction, never a float of dollars. */
export const MicroUsd = z.int().meta({ description: 'micro-dollars: 1,000,000 = $1' })
export type MicroUsd = z.infer<typeof MicroUsd>

/** A price per hour in micro-dollars; zero is free, the maximum is $100,000 an hour. */
export const MicroUsdPerHour = z.int().min(0).max(100_000_000_000)
export type MicroUsdPerHour = z.infer<typeof MicroUsdPerHour>

/** A share in hundredths of a percent: 1000 is 10 %. */
export const BasisPoints = z
  .int()
  .min(0)
  .max(10_000)
  .meta({ description: 'hundredths of a percent: 1000 = 10 %' })
export type BasisPoints = z.infer<typeof BasisPoints>

/** Page numbers start at 1. The specification's page size is 20. */
export const Page = z.coerce.number().int().min(1).max(100_000).default(1)

export const PageSize = z.coerce.number().int().min(1).max(100).default(20)

/** A query-string flag: present as `true`, `1`, `false` or `0`. */
export const Flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((word) => word === 'true' || word === '1')

/** A text that must be there: `problem` is the message when it is absent, `null` or empty. */
export function requiredText(problem: string) {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? problem : undefined) })
    .min(1, problem)
}

/** A user-chosen name: one plain line, trimmed. Callers add the maximum length. */
export const PlainLine = z.string().trim().refine(isPlainText, 'Use one line of plain text')

/** The same with several lines. */
export const PlainLines = z
  .string()
  .trim()
  .refine((text) => text.split(/\r?\n/).every(isPlainText), 'Use plain text')
