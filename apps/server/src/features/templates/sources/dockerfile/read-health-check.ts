import type { Readiness } from '@gridloom/contract/templates/container-fields'
import type { ReadResult } from '@gridloom/domain/templates/read-result'
import { readinessOf } from '../../container/health-check.ts'
import { commandOf } from './command-of.ts'

const flag = /^--([a-z-]+)=(\S+)\s+/

/** Reads `HEALTHCHECK --interval=5s CMD command` or `HEALTHCHECK NONE` as a readiness check. */
export function readHealthCheck(text: string, shell: readonly string[]): ReadResult<Readiness> {
  const flags = new Map<string, string>()
  let rest = text
  for (let found = flag.exec(rest); found !== null; found = flag.exec(rest)) {
    flags.set(found[1] ?? '', found[2] ?? '')
    rest = rest.slice(found[0].length)
  }
  if (/^NONE$/i.test(rest)) return { value: { kind: 'started' } }
  const command = /^CMD\s+([\s\S]+)$/i.exec(rest)?.[1]
  if (command === undefined) return { reason: 'must be CMD with a command, or NONE' }
  return readinessOf({
    command: commandOf(command, shell).words,
    interval: flags.get('interval'),
    retries: flags.get('retries'),
    startPeriod: flags.get('start-period'),
  })
}
