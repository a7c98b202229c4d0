import fc from 'fast-check'
import { expect, it } from 'vitest'
import { labelOf, titleOf } from './first-prompt.ts'

it.each([
  ['Prompt: What is a loom?', 'What is a loom?'],
  ['  Prompt:\nWhat is a loom?  ', 'What is a loom?'],
  ['What is a Prompt: for?', 'What is a Prompt: for?'],
  ['Prompt: Prompt: twice', 'Prompt: twice'],
  ['prompt: small letters', 'prompt: small letters'],
  ['Prompter', 'Prompter'],
])('labels a chat that starts with %j as %j', (prompt, label) => {
  expect(labelOf(prompt)).toBe(label)
})

it('never returns an empty title', () => {
  expect(titleOf('Prompt:', 200)).toBe('Prompt:')
})

it('marks a title that was cut', () => {
  expect(titleOf('a'.repeat(201), 200)).toBe(`${'a'.repeat(199)}…`)
  expect(titleOf('a'.repeat(200), 200)).toBe('a'.repeat(200))
})

it('does not cut a character in two', () => {
  expect(titleOf('ab😀cd', 4)).toBe('ab…')
})

it('returns titles of whole characters within the maximum length', () => {
  const prompts = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(prompts, fc.integer({ min: 2, max: 40 }), (prompt, charsMax) => {
      const title = titleOf(prompt, charsMax)
      expect(title.length).toBeLessThanOrEqual(charsMax)
      expect(title.isWellFormed()).toBe(true)
    }),
  )
})
