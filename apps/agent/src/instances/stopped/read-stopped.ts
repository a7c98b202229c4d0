import { AgentRefused } from '../../refused.ts'
import type { InstanceContext } from '../context.ts'
import type { InstanceRecord } from '../record.ts'

/**
 * Reads a path of a stopped instance as a tar, through the engine; `undefined` where it does not exist. The engine
 * mounts the disk to read it, so it is held until the reader leaves.
 * @throws AgentRefused `state_conflict` unless the instance is stopped
 */
export async function readStopped(
  { runtime, disks }: Pick<InstanceContext, 'runtime' | 'disks'>,
  record: InstanceRecord,
  { path, signal }: { path: Uint8Array; signal: AbortSignal },
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const { phase, container } = record
  if (phase !== 'stopped')
    throw new AgentRefused('state_conflict', `The instance is ${phase}, not stopped.`)
  const held = await disks.hold(record)
  try {
    const archive = await runtime.readArchive(container, path, signal)
    if (archive !== undefined) return heldWhile(archive, held)
    held[Symbol.dispose]()
    return undefined
  } catch (cause) {
    held[Symbol.dispose]()
    throw cause
  }
}

async function* heldWhile(
  archive: AsyncIterable<Uint8Array>,
  held: Disposable,
): AsyncGenerator<Uint8Array, void> {
  using _held = held
  yield* archive
}
