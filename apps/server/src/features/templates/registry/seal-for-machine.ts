import type { RegistryLogin } from '@gridloom/contract/agent/registry-login'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { sealBox } from '@gridloom/domain/sealed/sealed-box'

/** A login of a template that a machine is to pull the image of an instance with. */
export interface LoginForMachine {
  /** Empty: the registry of the image. */
  server: string
  username: string
  password: string
}

/**
 * Seals a login to the key that a machine reported (`Hardware.seal_key`), for one instance: no other machine opens it,
 * and this one not for another instance. Each call returns another sealed password.
 * @throws BoxBroken where the key is none
 */
export async function sealForMachine(
  { server, username, password }: LoginForMachine,
  { sealKey, instanceId }: { sealKey: string; instanceId: InstanceId },
): Promise<RegistryLogin> {
  return { server, username, sealed_password: await sealBox(sealKey, password, instanceId) }
}
