import type { Readiness } from '@gridloom/contract/templates/container-fields'
import type { RefusedParts } from '@gridloom/domain/templates/refused-parts'
import { readinessOf, shellCheck } from '../../container/health-check.ts'
import { itemsOf, mapOf, type PlacedValue, textOf } from './read-values.ts'

interface HealthTarget {
  readonly refused: RefusedParts
  readiness: Readiness | null
}

/** Reads the `healthcheck` of a service as a readiness check. */
export function readHealthCheck(target: HealthTarget, { part, value }: PlacedValue): void {
  const { refused } = target
  const map = mapOf(value)
  if (map === null) {
    refused.add(part, 'must be a map')
    return
  }
  const placed = (name: string) => ({ part: `${part}.${name}`, value: map.get(name) ?? null })
  const field = (name: string) => textOf(placed(name), refused) ?? undefined
  const [kind, ...command] = testOf(placed('test'), refused)
  if (kind === 'NONE' || field('disable') === 'true') {
    target.readiness = { kind: 'started' }
    return
  }
  const read = readinessOf({
    command: kind === 'CMD-SHELL' ? shellCheck(command.join(' ')) : command,
    interval: field('interval'),
    retries: field('retries'),
    startPeriod: field('start_period'),
  })
  if (kind !== 'CMD' && kind !== 'CMD-SHELL')
    refused.add(`${part}.test`, 'must be CMD with a command')
  else if ('value' in read) target.readiness = read.value
  else refused.add(part, read.reason)
}

/** A text is a line for a shell. */
function testOf(placed: PlacedValue, refused: RefusedParts): string[] {
  if (typeof placed.value === 'string') {
    const line = textOf(placed, refused)
    return line === null ? [] : ['CMD-SHELL', line]
  }
  const words = itemsOf(placed, refused).map((item) => textOf(item, refused))
  const texts = words.filter((word) => word !== null)
  return texts.length === words.length ? texts : []
}
