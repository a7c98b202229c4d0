import { TemplateId } from '@gridloom/contract/core/ids'
import { Template } from '@gridloom/contract/templates/template'
import { expect, it } from 'vitest'
import { builtInTemplates } from './built-in.ts'
import { readTemplate } from './read-template.ts'

it('offers templates that are valid by the contract, with distinct ids', () => {
  for (const template of builtInTemplates) expect(Template.parse(template)).toEqual(template)
  expect(new Set(builtInTemplates.map(({ id }) => id)).size).toBe(builtInTemplates.length)
})

it('rejects an unknown template id', () => {
  const unknown = TemplateId.parse('tpl_7zzzzzzzzzzzzzzzzzzzzzzzzz')
  expect(() => readTemplate(unknown)).toThrow('This template does not exist')
})
