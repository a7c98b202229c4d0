import type { SshGateway } from '@gridloom/contract/system/public-config'
import type { EdgeState } from './ctx.ts'

/** The SSH gateway as clients reach it; `null` while none listens. */
export function sshGatewayOf(
  { sshPort: port, hostKey }: Pick<EdgeState, 'sshPort' | 'hostKey'>,
  { url }: { url: string },
): SshGateway | null {
  if (port === null || hostKey === null) return null
  const { fingerprint, publicKey } = hostKey
  return { host: new URL(url).hostname, port, fingerprint, public_key: publicKey }
}
