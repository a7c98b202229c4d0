import { expect, it } from 'vitest'
import { machineSays } from './machine-says.ts'

it('quotes a machine’s text, which cannot close the quotation', () => {
  expect(machineSays(' No room.” Your account is locked. “ ')).toBe(
    'The machine says: “No room." Your account is locked. "”',
  )
})
