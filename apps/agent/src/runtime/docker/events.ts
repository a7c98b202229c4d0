import type { ContainerFacts, RuntimeEvent } from '../port.ts'
import { type EngineApi, piecesOf } from './engine-api.ts'
import { EngineEvent } from './engine-shapes.ts'
import { jsonLines } from './json-lines.ts'
import { engineTime } from './logs.ts'

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

/** The engine records a signal after sending it: a container that ends at once has ended before that. */
const recordedWithinMs = 500

/** Asks the engine, which keeps its last 256 events. Podman would keep streaming without `stream=false`. */
export async function wasSignalled(
  api: EngineApi,
  { name, startedAt, finishedAt }: ContainerFacts,
  signal: AbortSignal,
): Promise<boolean> {
  if (startedAt === null || finishedAt === null) return false
  const filters = JSON.stringify({ type: ['container'], container: [name], event: ['kill'] })
  const until = new Date(Date.parse(finishedAt) + recordedWithinMs).toISOString()
  const times = { since: engineTime(startedAt), until: engineTime(until) }
  const query = { ...times, stream: false, filters }
  const answer = await api.stream({ method: 'GET', path: '/events', query, signal })
  for await (const line of jsonLines(piecesOf(answer, signal)))
    if (EngineEvent.safeParse(line).success) return true
  return false
}
