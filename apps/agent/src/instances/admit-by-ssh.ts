import { RuntimeFailure } from '../runtime/failure.ts'
import type { InstanceContext } from './context.ts'
import type { InstanceRecord } from './record.ts'

/** The folder where sshd reads the keys that may sign in as root. */
export const sshFolder = '/root/.ssh'

/**
 * Writes the renter's public keys into the container, before each start and whenever they change, so that an image with
 * sshd accepts these keys and no others. The agent replaces the whole file; a renter's own lines belong into
 * `authorized_keys2`. Where no keys were ever given, the image's own file stays unchanged. On a full disk the file is
 * emptied rather than left old: removed keys must not stay valid, and the terminal needs no keys.
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
    // A start continues, so that room can be made; a running instance is retried.
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
