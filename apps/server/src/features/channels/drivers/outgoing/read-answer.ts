import type { z } from 'zod'
import { ChannelFailed } from '../driver.ts'

/**
 * Reads an answer by its schema.
 * @throws ChannelFailed `unavailable` for one that is not JSON, or not what the channel documents
 */
export function readAnswer<T>(name: string, body: Buffer, schema: z.ZodType<T>): T {
  const parsed = schema.safeParse(jsonOf(body))
  if (parsed.success) return parsed.data
  const text = `${name} gave an answer that makes no sense.`
  throw new ChannelFailed('unavailable', text, { cause: parsed.error })
}

/** The JSON of a body, or undefined. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    // @NOTE reported by the schema as what it is not
    return undefined
  }
}
