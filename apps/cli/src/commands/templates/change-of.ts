import { type Template, TemplateContent } from '@gridloom/contract/templates/template'

/** What a template holds now, without what the server adds. */
export function contentOf(template: Template): TemplateContent {
  const fields = Object.entries(template).filter(([key]) =>
    Object.hasOwn(TemplateContent.shape, key),
  )
  return TemplateContent.parse(Object.fromEntries(fields))
}

/** A change of a template that changes nothing, to be spread under what does. */
export function changeOf(template: Template) {
  const { name, public_template, version: from_version } = template
  return { ...contentOf(template), name, public_template, from_version }
}
