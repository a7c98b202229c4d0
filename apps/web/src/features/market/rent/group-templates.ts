import type { Template } from '@gridloom/contract/templates/template'

/** With more templates than this, they can be searched. */
export const manyTemplates = 8

export interface TemplateGroup {
  readonly title: string
  readonly templates: readonly Template[]
}

const titles = {
  own: 'Your templates',
  public: 'Public',
  shared: 'Shared with you',
  predefined: 'Predefined',
} as const satisfies Record<Template['access'], string>

/** Groups the templates that contain all words of a search: those of others first, which the URL names. */
export function groupTemplates(templates: readonly Template[], search: string): TemplateGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = templates.filter((template) => {
    const text = textOf(template)
    return words.every((word) => text.includes(word))
  })
  return (['shared', 'public', 'own', 'predefined'] as const)
    .map((access) => ({
      title: titles[access],
      templates: found.filter((template) => template.access === access),
    }))
    .filter((group) => group.templates.length > 0)
}

function textOf(template: Template): string {
  const { name, template_name, description, tags, image_path_with_tag: image } = template
  return [name, template_name, description, ...tags, image].join(' ').toLowerCase()
}
