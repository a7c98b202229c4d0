import { expect, it } from 'vitest'
import { z } from 'zod'
import { issueText } from './issue-text.ts'

it.each([
  [z.string().min(1), '', 'Required'],
  [z.string(), undefined, 'Required'],
  [z.string().max(2), 'abc', 'At most 2 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1 entries'],
  [z.int().min(1), Number.NaN, 'Enter a number'],
  [z.int(), 1.5, 'Enter a whole number'],
  [z.number().min(3), 2, 'At least 3'],
  [z.union([z.literal('a')]), 'b', 'Invalid value'],
])('puts a problem into a few words: case %#', (schema, value, text) => {
  expect(textOf(schema, value)).toBe(text)
})

it('keeps the words of the schema', () => {
  expect(textOf(z.string().min(3, 'Too short a name'), 'a')).toBe('Too short a name')
  const env = z.record(z.string().regex(/^[A-Z]+$/, 'Use capital letters'), z.string())
  expect(textOf(env, { low: '' })).toBe('Use capital letters')
})

function textOf(schema: z.ZodType, value: unknown): string | undefined {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  return issue && issueText(issue)
}
