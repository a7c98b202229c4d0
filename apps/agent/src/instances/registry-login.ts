import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { BoxBroken } from '@gridloom/domain/sealed/sealed-box'
import type { MachineSealKey } from '../identity/seal-key.ts'
import type { SealedLogin } from '../images/wanted-image.ts'
import { RuntimeFailure } from '../runtime/failure.ts'

/** Returns the login that the image of an instance is pulled with; its password stays sealed until it is opened. */
export function loginOf(
  { instance_id, registry_login: login }: InstanceSpec,
  sealKey: Pick<MachineSealKey, 'open'>,
): SealedLogin | undefined {
  if (login === null) return undefined
  const { server, username, sealed_password } = login
  return {
    server,
    open: async () => {
      try {
        return { username, password: await sealKey.open(sealed_password, instance_id) }
      } catch (cause) {
        if (!(cause instanceof BoxBroken)) throw cause
        // The control plane seals it again for the key that the machine reports now.
        const text = 'The login of the template was sealed for an earlier key of this machine.'
        throw new RuntimeFailure('registry_login_refused', text, { retry: 'later', cause })
      }
    },
  }
}

/** Whether two specs have the same login, as far as it can be told: each sealing of a password is another text. */
export function isSameLogin(
  one: InstanceSpec['registry_login'],
  other: InstanceSpec['registry_login'],
): boolean {
  return one?.server === other?.server && one?.username === other?.username
}
