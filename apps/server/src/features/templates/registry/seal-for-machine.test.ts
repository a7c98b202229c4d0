import { RegistryLogin } from '@gridloom/contract/agent/registry-login'
import { InstanceId } from '@gridloom/contract/core/ids'
import { SealKey } from '@gridloom/contract/core/seal-key'
import { BoxBroken, makeBoxKey, openBox } from '@gridloom/domain/sealed/sealed-box'
import { expect, it } from 'vitest'
import { sealForMachine } from './seal-for-machine.ts'

const instanceId = InstanceId.parse('ins_01jd3v8q6f7g8h9jkmnpqrstvw')

it('seals the password for one machine and one instance, however long it is', async () => {
  const machine = await makeBoxKey()
  const sealKey = SealKey.parse(machine.publicKey)
  const login = { server: 'ghcr.io', username: 'ada', password: 'ü'.repeat(4_096) }
  const sealed = RegistryLogin.parse(await sealForMachine(login, { sealKey, instanceId }))
  expect(sealed).toMatchObject({ server: 'ghcr.io', username: 'ada' })
  const { sealed_password } = sealed
  expect(await openBox(machine, sealed_password, instanceId)).toBe(login.password)
  const another = InstanceId.parse('ins_01jd3v8q6f7g8h9jkmnpqrstvx')
  await expect(openBox(machine, sealed_password, another)).rejects.toThrow(BoxBroken)
  await expect(openBox(await makeBoxKey(), sealed_password, instanceId)).rejects.toThrow(BoxBroken)
})
