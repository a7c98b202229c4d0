import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'

/** The most fields that an error names, and the most characters of each name: both come from the caller. */
const namedMax = 50
const nameCharsMax = 200

/**
 * Names each invalid field with its first issue, and unknown ones. `whole` names the input when all of it is invalid.
 */
export function fieldRefusal(error: z.ZodError, whole = 'body'): Refused {
  const fields = new Map<string, string>()
  for (const [name, complaint] of complaintsOf(error, whole)) {
    if (fields.size >= namedMax) break
    // The first issue of each field counts.
    const shown = name.slice(0, nameCharsMax)
    if (!fields.has(shown)) fields.set(shown, complaint)
  }
  // Names come from the caller: `constructor` may be one.
  return new Refused('invalid_input', { fields: Object.fromEntries(fields), cause: error })
}

function* complaintsOf(error: z.ZodError, whole: string): Generator<[name: string, string]> {
  for (const issue of error.issues) {
    const at = issue.path.join('.')
    if (issue.code !== 'unrecognized_keys') {
      yield [at === '' ? whole : at, issue.message]
      continue
    }
    for (const key of issue.keys) yield [at === '' ? key : `${at}.${key}`, 'Unknown field.']
  }
}
