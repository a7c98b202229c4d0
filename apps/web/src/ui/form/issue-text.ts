import type { z } from 'zod'

/** Returns a problem of a field in a few words: the schema's own ones, unless they are Zod's. */
export function issueText(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_key') {
    const [inner] = issue.issues
    return inner === undefined ? 'Invalid name' : issueText(inner)
  }
  if (!/^(?:Invalid input|Too small|Too big): /.test(issue.message)) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return typeTexts[issue.expected] ?? 'Required'
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Required'
      return `At least ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `At most ${issue.maximum}${unitOf(issue.origin)}`
    default:
      return 'Invalid value'
  }
}

const typeTexts: Readonly<Record<string, string>> = {
  number: 'Enter a number',
  int: 'Enter a whole number',
}

function unitOf(origin: string): string {
  if (origin === 'string') return ' characters'
  return origin === 'array' ? ' entries' : ''
}
