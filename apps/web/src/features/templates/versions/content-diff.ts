import type { TemplateContent } from '@gridloom/contract/templates/template'
import { filterLines } from '../../../shared/market/filter-words.ts'
import { launchModes, readinessText } from '../../../shared/templates/launch-words.ts'
import { type DiffLine, diffLines } from './line-diff.ts'

/** A field that two versions do not have in common. */
export interface FieldChange {
  readonly field: keyof TemplateContent
  readonly label: string
  readonly lines: readonly DiffLine[]
}

/** Lists the fields that differ between two versions, in the order of the editor. */
export function diffContents(before: TemplateContent, after: TemplateContent): FieldChange[] {
  return fields.flatMap(({ field, label, write }) => {
    const [one, two] = [write(before), write(after)]
    return one === two ? [] : [{ field, label, lines: diffLines(one, two) }]
  })
}

interface ComparedField {
  readonly field: keyof TemplateContent
  readonly label: string
  /** The field as text; empty: none. */
  readonly write: (content: TemplateContent) => string
}

const fields: readonly ComparedField[] = [
  { field: 'template_name', label: 'Name', write: (one) => one.template_name },
  { field: 'description', label: 'Description', write: (one) => one.description },
  { field: 'tags', label: 'Tags', write: (one) => one.tags.join('\n') },
  { field: 'image_path_with_tag', label: 'Image', write: (one) => one.image_path_with_tag },
  { field: 'docker_repo_server', label: 'Registry', write: (one) => one.docker_repo_server },
  {
    field: 'docker_repo_username',
    label: 'User name of the registry',
    write: (one) => one.docker_repo_username,
  },
  { field: 'launch_mode', label: 'Launch mode', write: (one) => launchModes[one.launch_mode] },
  { field: 'on_start_script', label: 'Start script', write: (one) => one.on_start_script },
  {
    field: 'docker_entry_point_tags',
    label: 'Arguments for the entry point',
    write: (one) => one.docker_entry_point_tags.join('\n'),
  },
  { field: 'docker_options', label: 'Docker options', write: (one) => one.docker_options },
  { field: 'env', label: 'Environment', write: ({ env }) => envText(env) },
  { field: 'ports', label: 'Container ports', write: (one) => one.ports.join('\n') },
  { field: 'readiness', label: 'Readiness check', write: (one) => readinessText(one.readiness) },
  {
    field: 'extra_filters',
    label: 'Market filters',
    write: (one) =>
      filterLines(one.extra_filters)
        .map(({ label, text }) => `${label} ${text}`)
        .join('\n'),
  },
  {
    field: 'recommended_disk_gb',
    label: 'Recommended disk',
    write: (one) => `${one.recommended_disk_gb} GB`,
  },
  { field: 'template_description', label: 'README', write: (one) => one.template_description },
  {
    field: 'include_readme',
    label: 'README on the page',
    write: (one) => (one.include_readme ? 'Shown' : 'Hidden'),
  },
]

/** In the order of names: the order of an environment means nothing. */
function envText(env: TemplateContent['env']): string {
  return Object.entries(env)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')
}
