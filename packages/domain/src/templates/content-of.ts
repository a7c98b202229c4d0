import { TemplateContent } from '@gridloom/contract/templates/template'

/** Returns what a version of a template holds, of a template or of a request that has further fields. */
export function contentOf(template: TemplateContent): TemplateContent {
  const fields = Object.entries(template).filter(([name]) =>
    Object.hasOwn(TemplateContent.shape, name),
  )
  return TemplateContent.parse(Object.fromEntries(fields))
}
