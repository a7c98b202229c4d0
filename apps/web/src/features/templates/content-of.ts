import { type Template, TemplateContent } from '@gridloom/contract/templates/template'

/** Returns what a version of a template holds, without what belongs to the template itself. */
export function contentOf(template: Template): TemplateContent {
  const fields = Object.entries(template).filter(([name]) =>
    Object.hasOwn(TemplateContent.shape, name),
  )
  return TemplateContent.parse(Object.fromEntries(fields))
}
