import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'
import { fieldRefusal } from '../../platform/http/failures.ts'

/** A text frame as what it should be. @throws Refused `malformed_body`, `invalid_input` */
export function parseFrame<S extends z.ZodType>(schema: S, text: string): z.output<S> {
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
