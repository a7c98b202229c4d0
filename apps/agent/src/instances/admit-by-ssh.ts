import { RuntimeFailure } from '../runtime/failure.ts'
import type { InstanceContext } from './context.ts'
import type { InstanceRecord } from './record.ts'

/** Where sshd looks for whom it lets in as root. */
export const sshFolder = '/root/.ssh'

/**
 * Writes the renter's public keys into the container, before each start and whenever they change, so that an image with
 * sshd lets them in and nobody else. The file is ours and written whole; a renter's own lines belong into
 * `authorized_keys2`. Where no keys were ever given the image's own file stays as it is. A full disk keeps the file
 * empty rather than old: who was let in before must not stay, and the terminal needs no keys.
 */
export async function admitBySsh(
  context: Pick<InstanceContext, 'runtime'>,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<void> {
  const keys = record.spec.authorized_keys
  if (keys.length === 0 && record.keysPlaced.length === 0) return
  try {
    await place(context, record, { keys, signal })
    record.keysPlaced = keys
  } catch (cause) {
    if (!isFull(cause)) throw cause
    await placeNone(context, record, signal)
  }
}

async function placeNone(
  context: Pick<InstanceContext, 'runtime'>,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<void> {
  try {
    await place(context, record, { keys: [], signal })
    record.keysPlaced = record.spec.authorized_keys
  } catch (cause) {
    if (!isFull(cause)) throw cause
    // A start goes on all the same, and is made room in; one that runs is tried again.
    if (record.containerState === 'running') {
      record.keysUnfitGeneration = record.spec.generation
      throw cause
    }
    record.keysPlaced = [...record.keysPlaced, ...record.spec.authorized_keys]
  }
}

async function place(
  { runtime }: Pick<InstanceContext, 'runtime'>,
  { container }: InstanceRecord,
  { keys, signal }: { keys: readonly string[]; signal: AbortSignal },
): Promise<void> {
  const files = { authorized_keys: keys.map((key) => `${key}\n`).join('') }
  await runtime.writePrivate(container, { folder: sshFolder, files }, signal)
}

function isFull(cause: unknown): boolean {
  return cause instanceof RuntimeFailure && cause.code === 'disk_full'
}
