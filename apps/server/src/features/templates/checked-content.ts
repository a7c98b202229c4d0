import { Refused } from '@gridloom/contract/errors'
import type { TemplateContent } from '@gridloom/contract/templates/template'
import { parseDockerOptions } from '@gridloom/domain/templates/parse-docker-options'

/** How many refused options an error names. */
const namedMax = 10

/**
 * Checks what the schema of a template cannot: each of its Docker options must be one that instances can have, and its
 * launch mode must use what is given.
 * @throws Refused `invalid_input`
 */
export function checkContent(content: TemplateContent): void {
  checkDockerOptions(content.docker_options)
  if (content.launch_mode !== 'entrypoint' && content.docker_entry_point_tags.length > 0)
    throw refusal('docker_entry_point_tags', 'Arguments are for the launch mode entrypoint')
}

/** @throws Refused `invalid_input` that names each option that is not allowed, with its reason */
export function checkDockerOptions(text: string, field = 'docker_options'): void {
  const { refused } = parseDockerOptions(text)
  if (refused.length === 0) return
  const named = refused.slice(0, namedMax).map(({ part, reason }) => `${part}: ${reason}`)
  throw refusal(field, named.join('\n'))
}

function refusal(field: string, text: string): Refused {
  return new Refused('invalid_input', { fields: { [field]: text } })
}
