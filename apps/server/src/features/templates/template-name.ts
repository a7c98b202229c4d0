import { TemplateSlug } from '@gridloom/contract/templates/template'

const charsMax = 63

/** Returns a name for commands that is like the name on screens and none of the taken ones. */
export function nameFrom(templateName: string, taken: ReadonlySet<string>): string {
  const base = slugOf(templateName)
  for (let count = 1; ; count += 1) {
    const name =
      count === 1 ? base : `${base.slice(0, charsMax - 1 - String(count).length)}-${count}`
    if (!taken.has(name)) return name
  }
}

function slugOf(text: string): string {
  const slug = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, charsMax)
    .replaceAll(/^-+|-+$/g, '')
  return TemplateSlug.safeParse(slug).success ? slug : 'template'
}
