import type { TemplateId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import type { Template } from '@gridloom/contract/templates/template'
import { builtInTemplates } from './built-in.ts'

/** The template with this id. @throws Refused `not_found` */
export function readTemplate(id: TemplateId): Template {
  const template = builtInTemplates.find((candidate) => candidate.id === id)
  if (template === undefined) throw new Refused('not_found', { details: { what: 'template' } })
  return template
}
