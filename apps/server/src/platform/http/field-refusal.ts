import { Refused } from '@gridloom/contract/errors'
import type { z } from 'zod'

/** Fields that a refusal names at most, and characters of each name: both are the caller's own. */
const namedMax = 50
const nameCharsMax = 200

/** Each wrong field with its first complaint, unknown ones by name. `whole` names what was parsed when all of it is wrong. */
export function fieldRefusal(error: z.ZodError, whole = 'body'): Refused {
  const fields = new Map<string, string>()
  for (const [name, complaint] of complaintsOf(error, whole)) {
    if (fields.size >= namedMax) break
    // The first complaint about each field counts.
    const shown = name.slice(0, nameCharsMax)
    if (!fields.has(shown)) fields.set(shown, complaint)
  }
  // Names are the caller's: `constructor` is one as well.
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
