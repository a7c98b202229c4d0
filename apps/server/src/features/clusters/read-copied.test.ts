import { expect, it } from 'vitest'
import { readCopied } from './read-copied.ts'

it('reads the blocks that arrived, and the time from the first to the last', () => {
  const said = '7599+1 records in\n7599+1 records out\nfrom 57606.69 to 57607.68\n'
  expect(readCopied(said)).toEqual({ bytes: 498_040_832, seconds: expect.closeTo(0.99) })
})

it.each([
  '',
  '0+0 records in\nfrom 1.00 to 2.00\n',
  '5+0 records in\nfrom 1.00 to 1.00\n',
  '5+0 records in\n',
  `${'9'.repeat(40)}+0 records in\nfrom 1.00 to 2.00\n`,
])('reads nothing from %j', (said) => expect(readCopied(said)).toBeUndefined())
