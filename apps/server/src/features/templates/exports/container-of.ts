import type { DockerOptions } from '@gridloom/contract/templates/docker-options'
import type { TemplateFields } from '@gridloom/contract/templates/template'
import { containerOptionsOf } from '@gridloom/domain/templates/container-options-of'
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
  return {
    image: fields.image_path_with_tag,
    options: containerOptionsOf(fields),
    launch: launchOf(fields),
    healthCheck: healthCheckOf(fields.readiness),
  }
}
