import { filterLines } from '../../../shared/market/filter-words.ts'
import { launchModes, readinessText } from '../../../shared/templates/launch-words.ts'
import type { TemplateStart } from '../../../shared/templates/new-template-state.ts'
import { formatCount, plural } from '../../../ui/format/numbers.ts'

interface TextFact {
  readonly name: string
  readonly value: string
}

/** Lists the fields that a text says something about. */
export function importedFacts(content: TemplateStart): TextFact[] {
  const { env, ports, readiness, extra_filters: filters, tags } = content
  return [
    fact('Name', content.template_name),
    fact('Image', content.image_path_with_tag),
    fact('Description', content.description),
    fact('Tags', tags?.join(', ')),
    fact('Launch mode', content.launch_mode && launchModes[content.launch_mode]),
    fact('Start script', linesText(content.on_start_script)),
    fact('Arguments', content.docker_entry_point_tags?.join(' ')),
    fact('Docker options', content.docker_options),
    fact('Variables', env && Object.keys(env).join(', ')),
    fact('Ports', ports?.join(', ')),
    fact('Readiness check', readiness && readinessText(readiness)),
    fact(
      'Market filters',
      filters &&
        filterLines(filters)
          .map(({ label, text }) => `${label} ${text}`)
          .join(', '),
    ),
    fact('Recommended disk', diskText(content.recommended_disk_gb)),
    fact('Registry', content.docker_repo_server),
    fact('User name of the registry', content.docker_repo_username),
    fact('README', linesText(content.template_description)),
  ].flat()
}

function fact(name: string, value: string | undefined): TextFact[] {
  return value === undefined || value === '' ? [] : [{ name, value }]
}

function linesText(text: string | undefined): string | undefined {
  return text ? plural(text.trimEnd().split('\n').length, 'line') : undefined
}

function diskText(gb: number | undefined): string | undefined {
  return gb === undefined ? undefined : `${formatCount(gb)} GB`
}
