import type { DockerOptions } from '@gridloom/contract/templates/docker-options'
import type { TemplateFields } from '@gridloom/contract/templates/template'
import { parseDockerOptions } from './parse-docker-options.ts'

/** Returns the options of a template's container, with the environment and the ports that have fields of their own. */
export function containerOptionsOf(
  fields: Pick<TemplateFields, 'docker_options' | 'env' | 'ports'>,
): DockerOptions {
  const { options } = parseDockerOptions(fields.docker_options)
  return {
    ...options,
    env: { ...options.env, ...fields.env },
    ports: [...new Set([...options.ports, ...fields.ports])],
  }
}
