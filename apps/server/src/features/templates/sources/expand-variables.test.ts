import { describe, expect, it } from 'vitest'
import { expandVariables, type VariableRules } from './expand-variables.ts'

const known = new Map([
  ['A', 'a'],
  ['EMPTY', ''],
])
const rules: VariableRules = {
  lookup: (name) => known.get(name),
  dollar: '$$',
  budget: { charsLeft: 1024 * 1024 },
}
/** As texts have variables: `<A>` is one with braces. */
const braces = (text: string) => text.replaceAll('<', '${').replaceAll('>', '}')

describe('expandVariables', () => {
  it.each([
    ['', ''],
    ['no variable', 'no variable'],
    ['$A-$A.', 'a-a.'],
    ['x<A>y', 'xay'],
    ['<A:-b><NO:-b><EMPTY:-b>', 'abb'],
    ['<A-b><NO-b><EMPTY-b>', 'ab'],
    ['<A:+b><NO:+b><EMPTY:+b>', 'b'],
    ['<A+b><NO+b><EMPTY+b>', 'bb'],
    ['<A:?message>', 'a'],
    ['<NO:-<NONE:-c>>', 'c'],
    ['<NO:-<A>/{x>', 'a/{x'],
    ['<NO:->', ''],
    ['$$A $$<A>', '$A $a'],
    ['5$ $1 $', '5$ $1 $'],
  ])('expands %s to %j', (text, expanded) => {
    expect(expandVariables(braces(text), rules)).toEqual({ value: expanded })
  })

  it.each([
    ['$NO', 'The variable NO has no value here'],
    ['<NO>', 'The variable NO has no value here'],
    ['<NO:?needed>', 'The variable NO has no value here'],
    ['<A:-<NO>><NO:-<NO>>', 'The variable NO has no value here'],
    ['<A', 'has a variable that cannot be read'],
    ['<>', 'has a variable that cannot be read'],
    ['<A#x>', 'has a variable that cannot be read'],
    ['<1>', 'has a variable that cannot be read'],
    [`${'<NO:-'.repeat(20)}x${'>'.repeat(20)}`, 'has a variable that cannot be read'],
  ])('refuses %s', (text, reason) => {
    expect(expandVariables(braces(text), rules)).toEqual({ reason })
  })

  it('leaves two dollar signs where one is written as one', () => {
    expect(expandVariables('$$A', { ...rules, dollar: '$' })).toEqual({ value: '$a' })
  })

  it('takes no more from variables than the budget', () => {
    const budget = { charsLeft: 2 }
    expect(expandVariables('$A$A', { ...rules, budget })).toEqual({ value: 'aa' })
    expect(expandVariables('x$A', { ...rules, budget })).toEqual({
      reason: 'The values of variables are too long',
    })
  })

  it.each(['$', '<', '<A:-', '<A>', '$$', '<A:-x>'])('reads 256 KiB of %s', (text) => {
    const many = braces(text.repeat((256 * 1024) / text.length))
    expect(Object.keys(expandVariables(many, rules))).toHaveLength(1)
  })
})
