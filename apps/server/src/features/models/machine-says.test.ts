import { expect, it } from 'vitest'
import { machineSays } from './machine-says.ts'

it('marks words as the machine’s, whatever they quote', () => {
  expect(machineSays(' No room.” Your account is locked. “ ')).toBe(
    'The machine says: “No room." Your account is locked. "”',
  )
})
