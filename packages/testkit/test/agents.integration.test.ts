import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { enrol } from '@gridloom/agent/identity/enrol'
import { readIdentity } from '@gridloom/agent/identity/membership'
import { dial } from '@gridloom/agent/link/dial'
import { systemClock } from '@gridloom/async/clock'
import { expect, it } from 'vitest'
import { type Product, startProduct } from '../src/product.ts'

it('enrols exactly one machine per enrolment token', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const { token } = await product.provider.machines.createEnrolmentToken()
  const first = await enrolNew(product, token)
  expect(first.membership.machine_id).toMatch(/^mch_/)
  await expect(enrolNew(product, token)).rejects.toMatchObject({ code: 'enrolment_token_invalid' })
  const machines = await product.provider.machines.list()
  expect(machines.map(({ id }) => id)).toContain(first.membership.machine_id)
  expect(machines).toHaveLength(2)
})

it('rejects an enrolment token after ten minutes', async () => {
  await using product = await startProduct({ driver: 'fake', clock: 'fake' })
  const { token } = await product.provider.machines.createEnrolmentToken()
  product.clock?.turn(601_000)
  await expect(enrolNew(product, token)).rejects.toMatchObject({ code: 'enrolment_token_invalid' })
})

it('rejects a removed machine for good, and does not remove one that is rented', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const { provider, machine, server } = product
  const remove = () => provider.machines.remove({ params: { id: machine.id } })
  const { id } = await product.order()
  await product.untilInstance(id, ({ ready }) => ready)
  await expect(remove()).rejects.toMatchObject({ code: 'machine_in_use' })
  await product.renter.instances.destroy({ params: { id } })
  await product.untilInstance(id, ({ state }) => state === 'destroyed')

  await remove()
  await product.until({
    read: async () => server.container.agents.connected(machine.id),
    satisfies: (connected) => !connected,
  })
  const challenge = product.renter.machines.challenge({ body: { machine_id: machine.id } })
  await expect(challenge).rejects.toMatchObject({ code: 'machine_refused' })
  const identity = await readIdentity(machine.dataDir)
  if (identity === undefined) throw new Error('the machine has lost its identity')
  const dialled = dial(identity, AbortSignal.timeout(10_000))
  await expect(dialled).rejects.toMatchObject({ code: 'machine_refused' })
  expect(await provider.machines.list()).toEqual([])
})

it('logs the request id on the machine that the request reaches', async () => {
  await using product = await startProduct({ driver: 'fake' })
  const { machine, server } = product
  const answer = await fetch(`${server.url}/api/machines/${machine.id}/benchmarks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${product.people.provider.token}` },
  })
  expect(answer.status).toBe(202)
  expect(machine.logged).toContainEqual({
    event: 'call.answered',
    path: '/v1/benchmarks',
    request_id: answer.headers.get('x-request-id'),
  })
})

/** Enrols a new machine, in a folder that is removed afterwards. */
async function enrolNew({ server }: Product, token: string) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'gridloom-enrol-'))
  try {
    const place = { dataDir, serverUrl: server.url, token, name: 'new' } as const
    return await enrol({ ...place, existing: 'keep', clock: systemClock })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
