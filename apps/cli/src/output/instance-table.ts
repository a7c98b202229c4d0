import type { Instance } from '@gridloom/contract/instances/instance'
import { assertNever } from '@gridloom/domain/assert-never'
import { formatPerHour, formatUsd } from '@gridloom/domain/money-format'
import { formatAge, formatMemory, oneDigit, shortId } from './format.ts'
import type { Draw } from './output.ts'
import type { Tone } from './tone.ts'

/** Instances, one per line. */
export function instanceTable(draw: Draw, instances: readonly Instance[], nowMs: number): string {
  return draw.table(
    [
      { title: 'INSTANCE' },
      { title: 'LABEL', cutTo: 8 },
      { title: 'STATE' },
      { title: 'TEMPLATE', cutTo: 12, dropRank: 5 },
      { title: 'IMAGE', cutTo: 12, dropRank: 1 },
      { title: 'HARDWARE', cutTo: 12, dropRank: 2 },
      { title: 'PRICE', align: 'right' },
      { title: 'COST', align: 'right' },
      { title: 'AGE', align: 'right', dropRank: 3 },
      { title: 'MACHINE', cutTo: 8, dropRank: 4 },
    ],
    instances.map((instance) => [
      { text: shortId(instance.id), tone: 'strong' },
      instance.label || '—',
      { text: stateWord(instance), tone: stateTone(instance) },
      templateOf(instance),
      instance.image,
      hardwareText(instance),
      formatPerHour(priceNow(instance)),
      formatUsd(instance.cost_micro_usd),
      formatAge(instance.created_at, nowMs),
      instance.machine_name,
    ]),
  )
}

/** The state in one word: `ready` is running with its readiness check passed, `running` is without. */
export function stateWord({ state, ready }: Instance): string {
  return ready ? 'ready' : state
}

export function stateTone(instance: Instance): Tone {
  if (instance.ready) return 'good'
  switch (instance.state) {
    case 'requested':
    case 'pulling':
    case 'creating':
    case 'starting':
    case 'running':
    case 'stopping':
      return 'warning'
    case 'stopped':
    case 'destroyed':
      return 'dim'
    case 'failed':
    case 'lost':
      return 'bad'
    default:
      return assertNever(instance.state)
  }
}

/** The template and the version that an instance was ordered with; `—` for an image without one. */
export function templateOf({ template, template_name }: Instance): string {
  return template === null ? '—' : `${template_name}, version ${template.version}`
}

export function hardwareText(instance: Instance): string {
  const cpu = `${oneDigit(instance.vcpus)} vCPU, ${formatMemory(instance.memory_mib)}`
  return instance.gpu_model === null ? cpu : `${instance.slots} × ${instance.gpu_model}, ${cpu}`
}

function priceNow(instance: Instance): number {
  if (['destroyed', 'failed', 'lost'].includes(instance.state)) return 0
  const running = instance.desired === 'running'
  return running ? instance.running_micro_usd_per_hour : instance.stopped_micro_usd_per_hour
}
