import type { DockerOptions } from '@gridloom/contract/templates/docker-options'
import type { TemplateFields } from '@gridloom/contract/templates/template'
import { parseDockerOptions } from '@gridloom/domain/templates/parse-docker-options'
import { type HealthCheck, healthCheckOf } from '../container/health-check.ts'
import { type Launch, launchOf } from '../container/launch.ts'

/** The container of a template, in Docker's words. */
export interface ExportedContainer {
  readonly image: string
  /** With the environment and the ports that have fields of their own. */
  readonly options: DockerOptions
  readonly launch: Launch
  /** `null`: Docker has no such check. */
  readonly healthCheck: HealthCheck | null
}

export function containerOf(fields: TemplateFields): ExportedContainer {
  const { options } = parseDockerOptions(fields.docker_options)
  return {
    image: fields.image_path_with_tag,
    options: {
      ...options,
      env: { ...options.env, ...fields.env },
      ports: [...new Set([...options.ports, ...fields.ports])],
    },
    launch: launchOf(fields),
    healthCheck: healthCheckOf(fields.readiness),
  }
}
