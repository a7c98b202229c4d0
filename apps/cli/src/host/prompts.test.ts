import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { promptsOn } from './prompts.ts'

const poison = '\u001b]52;c;cm0gLXJmIH4=\u0007\u202efake'

it('shows no message, label, hint or placeholder with control characters', async () => {
  const input = new PassThrough()
  const output = new PassThrough()
  const prompts = promptsOn({ input, output })
  const options = [{ value: 'a', label: `one${poison}`, hint: `hint${poison}` }]
  const choosing = prompts.choose({ message: `which${poison}`, options })
  input.write('\r')
  expect(await choosing).toBe('a')
  const asking = prompts.text({ message: 'what', placeholder: `such as${poison}` })
  input.write('x\r')
  expect(await asking).toBe('x')
  const shown = String(output.read())
  for (const word of ['one', 'hint', 'which', 'uch as']) expect(shown).toContain(word)
  expect(shown).not.toMatch(/\u202e|\]52;c/)
})
