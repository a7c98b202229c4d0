import type { TemplateContent } from '@gridloom/contract/templates/template'
import { oneOf } from '../../input/parse-values.ts'

/** What `--clear` may name, with what it leaves. */
const emptied = {
  args: { docker_entry_point_tags: [] },
  description: { description: '' },
  'docker-options': { docker_options: '' },
  env: { env: {} },
  filters: { extra_filters: {} },
  ports: { ports: [] },
  readme: { template_description: '' },
  registry: { docker_repo_server: '', docker_repo_username: '' },
  'start-script': { on_start_script: '' },
  tags: { tags: [] },
} satisfies Record<string, Partial<TemplateContent>>

export type Clearable = keyof typeof emptied

export const clearables = Object.keys(emptied).filter(isClearable)

/** Collects the values of a repeated `--clear`; completion offers them. */
export const collectCleared = Object.assign(
  (text: string, before: readonly Clearable[] = []): Clearable[] => [
    ...before,
    oneOf('--clear', clearables)(text),
  ],
  { values: clearables },
)

/** Returns the content of a template without what is cleared. */
export function withoutCleared(
  content: TemplateContent,
  cleared: readonly Clearable[],
): TemplateContent {
  let rest = content
  for (const field of cleared) rest = { ...rest, ...emptied[field] }
  return rest
}

function isClearable(field: string): field is Clearable {
  return Object.hasOwn(emptied, field)
}
