import { TemplateContent } from '@gridloom/contract/templates/template'

/** The part of a new or changed template that is its version. */
export function contentOf(input: TemplateContent & object): TemplateContent {
  const fields = Object.keys(TemplateContent.shape)
  return TemplateContent.parse(
    Object.fromEntries(Object.entries(input).filter(([field]) => fields.includes(field))),
  )
}
