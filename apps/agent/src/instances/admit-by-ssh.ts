import { RuntimeFailure } from '../runtime/failure.ts'
import type { KeeperContext } from './context.ts'
import type { InstanceRecord } from './record.ts'

/** Where sshd looks for whom it lets in as root. */
export const sshFolder = '/root/.ssh'

/**
 * Writes the renter's public keys into the container before it starts, so that an image with sshd lets them in. The
 * file is ours and written whole at each start; a renter's own lines belong into `authorized_keys2`. Where no keys were
 * ever given the image's own file stays as it is.
 */
export async function admitBySsh(
  { runtime }: Pick<KeeperContext, 'runtime'>,
  record: InstanceRecord,
  signal: AbortSignal,
): Promise<void> {
  const keys = record.spec.authorized_keys
  if (keys.length === 0 && !record.keysPlaced) return
  const text = keys.map((key) => `${key}\n`).join('')
  const files = { authorized_keys: text }
  try {
    await runtime.writePrivate(record.container, { folder: sshFolder, files }, signal)
    record.keysPlaced = keys.length > 0
  } catch (cause) {
    // A full disk must not keep its renter out: the terminal needs no keys, and room is made from there.
    if (!(cause instanceof RuntimeFailure && cause.code === 'disk_full')) throw cause
    record.keysPlaced = true
  }
}
