import type { RuntimeEvent } from '../runtime/port.ts'
import type { InstanceContext } from './context.ts'
import type { InstanceTable } from './instance-table.ts'
import { labelNames } from './names.ts'

const reconnectMs = 1_000

/**
 * Follows the engine's events for as long as the agent runs. When the stream breaks, every instance is
 * inspected, so that none is metered while its state is unknown; and again a moment later, as anything may
 * have happened between two connections.
 */
export async function watchEngine(
  context: InstanceContext,
  table: InstanceTable,
  life: AbortSignal,
): Promise<void> {
  const label = `${labelNames.agent}=${context.owner}`
  while (!life.aborted) {
    try {
      for await (const event of context.runtime.events(label, life)) {
        takeEvent(table, event)
      }
    } catch (cause) {
      if (life.aborted) return
      context.log.warn(
        { event: 'engine.events_interrupted', err: cause },
        'the events of the container engine broke off',
      )
    }
    lookAtAll(table)
    try {
      await context.clock.sleep(reconnectMs * (1 + context.random.next()), life)
    } catch {
      // @NOTE the agent ends
      return
    }
    lookAtAll(table)
  }
}

function lookAtAll(table: InstanceTable): void {
  for (const { spec } of table.all()) table.lookAgain(spec.instance_id)
}

function takeEvent(table: InstanceTable, event: RuntimeEvent): void {
  // The container that holds the network of an instance is called like the network.
  const record = table
    .all()
    .find(({ container, network }) => container === event.name || network === event.name)
  if (record === undefined) return
  const isItself = record.container === event.name
  if (isItself && event.kind === 'out_of_memory') record.outOfMemorySeen = true
  if (event.kind === 'exited' && record.containerState === 'running')
    table.lookAgain(record.spec.instance_id)
}
