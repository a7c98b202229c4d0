import { type Template, TemplateContent } from '@gridloom/contract/templates/template'

/** Writes the body of a call that creates the template again. Passwords of registries are not in it. */
export function exportJson(template: Template): string {
  const content = Object.fromEntries(
    TemplateContent.keyof().options.map((field) => [field, template[field]]),
  )
  const { name, public_template } = template
  return `${JSON.stringify({ name, ...content, public_template }, null, 2)}\n`
}
