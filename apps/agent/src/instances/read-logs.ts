import type { LogLine } from '@gridloom/contract/instances/logs'
import type { InstanceContext } from './context.ts'
import type { LogSelection } from './instance-manager.ts'
import type { InstanceRecord } from './record.ts'

const lookEveryMs = 200

/**
 * Reads an instance's log lines. Following an instance without a container waits for it; the lines end when
 * the container ends. With a search, `tail` counts only lines that match.
 */
export async function* readLogs(
  context: InstanceContext,
  record: InstanceRecord,
  { selection, signal }: { selection: LogSelection; signal: AbortSignal },
): AsyncIterable<LogLine> {
  const { runtime } = context
  if (!(await hasContainer(context, record, { follow: selection.follow, signal }))) return
  const { follow, since, tail, search } = selection
  if (search === undefined || search === '') {
    yield* runtime.logs(record.container, { follow, since, tail }, signal)
    return
  }
  const matches = matcher(search)
  const past = { follow: false, since, tail: 'all' } as const
  const found: LogLine[] = []
  let lastAt = since
  for await (const line of runtime.logs(record.container, past, signal)) {
    lastAt = line.at
    if (!matches(line)) continue
    found.push(line)
    if (found.length > tail) found.shift()
  }
  yield* found
  if (!follow) return
  const onward = { follow: true, since: lastAt && nextNanosecond(lastAt), tail: 'all' } as const
  for await (const line of runtime.logs(record.container, onward, signal)) {
    if (matches(line)) yield line
  }
}

async function hasContainer(
  { clock }: InstanceContext,
  record: InstanceRecord,
  { follow, signal }: { follow: boolean; signal: AbortSignal },
): Promise<boolean> {
  const isThere = () =>
    record.startedAt !== undefined &&
    record.containerState !== 'absent' &&
    record.phase !== 'destroyed'
  const mayCome = () => record.phase !== 'destroyed' && record.ending === undefined
  while (follow && !isThere() && mayCome() && !signal.aborted) {
    await clock.sleep(lookEveryMs, signal)
  }
  return isThere()
}

function matcher(search: string): (line: LogLine) => boolean {
  const wanted = search.toLowerCase()
  return (line) => line.text.toLowerCase().includes(wanted)
}

/** Returns the time right after a line: following from there repeats no line. */
export function nextNanosecond(at: string): string {
  const parts = /^(.*?)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(at)
  if (parts === null) return at
  const [, whole = '', fraction = '', zone = 'Z'] = parts
  const next = Number(fraction.padEnd(9, '0')) + 1
  if (next < 1_000_000_000) return `${whole}.${String(next).padStart(9, '0')}${zone}`
  const second = new Date(Date.parse(`${whole}${zone}`) + 1000)
  return `${second.toISOString().slice(0, 19)}.000000000Z`
}
