import type { RuntimeEvent } from '../port.ts'
import { type EngineApi, piecesOf } from './engine-api.ts'
import { EngineEvent } from './engine-shapes.ts'
import { jsonLines } from './json-lines.ts'

const kinds: Record<string, RuntimeEvent['kind']> = {
  start: 'started',
  die: 'exited',
  died: 'exited',
  oom: 'out_of_memory',
}

/** A day: a quiet machine has no events for long. */
const eventsIdleMs = 86_400_000

/** Yields the events of labelled containers. Podman writes `died` where Docker writes `die`. */
export async function* readEvents(
  api: EngineApi,
  label: string,
  signal: AbortSignal,
): AsyncIterable<RuntimeEvent> {
  const filters = JSON.stringify({ type: ['container'], label: [label] })
  const call = { method: 'GET', path: '/events', query: { filters } } as const
  const answer = await api.stream({ ...call, signal, idleMs: eventsIdleMs })
  for await (const line of jsonLines(piecesOf(answer, signal))) {
    const event = EngineEvent.safeParse(line)
    if (!event.success) continue
    const kind = kinds[event.data.Action]
    const name = event.data.Actor.Attributes?.name
    if (kind !== undefined && name !== undefined) yield { kind, name }
  }
}
