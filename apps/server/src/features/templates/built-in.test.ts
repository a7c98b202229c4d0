import { Template } from '@gridloom/contract/templates/template'
import { expect, it } from 'vitest'
import { builtInTemplates } from './built-in.ts'

it('offers templates that are valid by the contract, with distinct ids', () => {
  for (const template of builtInTemplates) expect(Template.parse(template)).toEqual(template)
  expect(new Set(builtInTemplates.map(({ id }) => id)).size).toBe(builtInTemplates.length)
})
