import type { Template } from '@gridloom/contract/templates/template'
import { contentOf } from '@gridloom/domain/templates/content-of'

/** A change of a template that changes nothing, to be spread under what does. */
export function changeOf(template: Template) {
  const { name, public_template, version: from_version } = template
  return { ...contentOf(template), name, public_template, from_version }
}
