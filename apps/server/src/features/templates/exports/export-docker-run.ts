import type { TemplateFields } from '@gridloom/contract/templates/template'
import { quoteShell } from '@gridloom/domain/shell/quote-shell'
import { formatDockerOptions } from '@gridloom/domain/templates/format-docker-options'
import { containerOf } from './container-of.ts'

/** Writes the command line that runs the container of a template on another machine. */
export function exportDockerRun(fields: TemplateFields): string {
  const { image, options, launch, healthCheck } = containerOf(fields)
  const [entryPoint, ...entryArguments] = launch.entryPoint ?? []
  const words = [
    ...option('--entrypoint', entryPoint),
    ...option('--health-cmd', healthCheck === null ? undefined : lineOf(healthCheck.command)),
    ...option('--health-interval', healthCheck?.interval),
    ...option('--health-retries', healthCheck?.retries),
    ...option('--health-start-period', healthCheck?.startPeriod),
    image,
    ...entryArguments,
    ...launch.args,
  ]
  const line = ['docker run', formatDockerOptions(options), ...words.map(quoteShell)]
  return `${line.filter((part) => part !== '').join(' ')}\n`
}

function option(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [name, value]
}

/** Docker runs the line with a shell. */
function lineOf(command: readonly string[]): string {
  const [shell, flag, line, ...more] = command
  const isLine = shell === '/bin/sh' && flag === '-c' && more.length === 0
  return isLine && line !== undefined ? line : command.map(quoteShell).join(' ')
}
