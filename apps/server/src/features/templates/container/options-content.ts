import type { DockerOptions } from '@gridloom/contract/templates/docker-options'
import type { TemplateContent } from '@gridloom/contract/templates/template'
import { formatDockerOptions } from '@gridloom/domain/templates/format-docker-options'

/** Options as the fields of a template: environment and ports have fields of their own. Empty ones are absent. */
export function optionsContent(options: DockerOptions): Partial<TemplateContent> {
  const { env, ports } = options
  const others = formatDockerOptions({ ...options, env: {}, ports: [] })
  return {
    ...(Object.keys(env).length > 0 && { env }),
    ...(ports.length > 0 && { ports }),
    ...(others !== '' && { docker_options: others }),
  }
}
