import type { LaunchMode, Readiness } from '@gridloom/contract/templates/container-fields'
import { commandText } from './readiness-draft.ts'

export const launchModes = {
  shell: 'Shell with a start script',
  entrypoint: 'Entry point of the image',
  jupyter: 'JupyterLab',
} as const satisfies Record<LaunchMode, string>

export const readinessKinds = {
  started: 'None',
  http: 'HTTP response',
  tcp: 'Port accepts connections',
  exec: 'Command exits with 0',
} as const satisfies Record<Readiness['kind'], string>

/** Describes a readiness check: `GET :8080/healthz answers, within 60 s`. */
export function readinessText(check: Readiness): string {
  switch (check.kind) {
    case 'started':
      return 'As soon as it runs'
    case 'http':
      return `GET :${check.port}${check.path} answers below 500, within ${check.timeout_s} s`
    case 'tcp':
      return `Port ${check.port} accepts connections, within ${check.timeout_s} s`
    case 'exec':
      return `${commandText(check.command)} exits with 0, within ${check.timeout_s} s`
  }
}
