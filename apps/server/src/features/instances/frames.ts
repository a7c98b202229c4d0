import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'
import { fieldRefusal } from '../../platform/http/field-refusal.ts'

/** The longest control frame. Frames themselves may hold a megabyte, for text pasted into a terminal. */
const controlCharsMax = 16 * 1024

/** Parses a text frame with a schema. @throws Refused `malformed_body`, `invalid_input` */
export function parseFrame<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  if (text.length > controlCharsMax) throw new Refused('malformed_body', { internal: 'too long' })
  const parsed = schema.safeParse(jsonOf(text))
  if (!parsed.success) throw fieldRefusal(parsed.error)
  return parsed.data
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Refused('malformed_body', { cause })
  }
}
