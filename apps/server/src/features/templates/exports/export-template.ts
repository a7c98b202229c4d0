import type { Template } from '@gridloom/contract/templates/template'
import type { ExportFormat } from '@gridloom/contract/templates/template-source'
import { assertNever } from '@gridloom/domain/assert-never'
import { exportCompose } from './export-compose.ts'
import { exportDockerRun } from './export-docker-run.ts'
import { exportGridloom } from './export-gridloom.ts'
import { exportJson } from './export-json.ts'

/** Writes a template in another format. Passwords of registries are in none of them. */
export function exportTemplate(template: Template, format: ExportFormat): string {
  switch (format) {
    case 'json':
      return exportJson(template)
    case 'compose':
      return exportCompose(template)
    case 'docker_run':
      return exportDockerRun(template)
    case 'gridloom':
      return exportGridloom(template)
    default:
      return assertNever(format)
  }
}
