import { SealBroken } from '../../../platform/secret-sealer.ts'
import type { ChannelsCtx } from '../ctx.ts'
import { ChannelFailed, type Credentials } from '../drivers/driver.ts'
import type { ConnectedAccountRow } from '../schema.ts'

/** Opens the credentials of an account. @throws ChannelFailed `reconnect` where there are none, or their key is lost */
export async function openCredentials(
  { channelSecrets }: Pick<ChannelsCtx, 'channelSecrets'>,
  { id, sealed }: Pick<ConnectedAccountRow, 'id' | 'sealed'>,
): Promise<Credentials> {
  if (sealed === null) throw new ChannelFailed('reconnect', 'The access to this account has ended.')
  try {
    return asCredentials(JSON.parse(await channelSecrets.open(sealed, id)))
  } catch (cause) {
    if (!(cause instanceof SealBroken)) throw cause
    throw new ChannelFailed('reconnect', 'The access was stored by another server.', { cause })
  }
}

/** Named cast: drivers made it, and it was sealed since. */
export function asCredentials(opened: unknown): Credentials {
  return opened as Credentials
}
