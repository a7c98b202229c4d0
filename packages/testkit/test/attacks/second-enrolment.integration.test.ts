import { mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { enrol } from '@gridloom/agent/identity/enrol'
import type { ComputerIds } from '@gridloom/agent/identity/read-fingerprint'
import { systemClock } from '@gridloom/async/clock'
import { createTestClock } from '@gridloom/async/test-clock'
import type { Client } from '@gridloom/client/calls'
import { expect, it } from 'vitest'
import { openAccount } from '../../src/open-account.ts'
import { scratchFolder } from '../../src/scratch.ts'
import { startServer } from '../../src/server.ts'

const day = 86_400_000
const box: ComputerIds = {
  board: '4c4c4544-0042',
  disk: 'S4EWNX0R',
  network: 'a4:bb:6d:01:02:03',
  system: 'f00d',
  engine: 'KFL4:FORB',
  gpus: ['GPU-1'],
}

it('returns the same machine for a reinstalled computer, and another for a copied disk', async () => {
  await using site = await setup()
  const { ada } = site
  const first = await site.enrol(ada, box)
  await ada.machines.change({ params: { id: first }, body: { name: 'attic' } })
  // Reinstalled, as an owner would who wants to lose a bad reputation.
  expect(await site.enrol(ada, { ...box, system: 'new', engine: 'new' })).toBe(first)
  expect((await ada.machines.list()).map(({ name }) => name)).toEqual(['attic'])
  // A copy of its disk image on another computer is a separate machine.
  const copy = { ...box, board: 'other', disk: 'other', network: 'other', gpus: [] }
  expect(await site.enrol(ada, copy)).not.toBe(first)
})

it('rejects a computer of another account without naming it, until it is offline for a week', async () => {
  await using site = await setup()
  const { ada, eve } = site
  const first = await site.enrol(ada, box)
  const refusal = await site.enrol(eve, box).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'computer_enrolled', status: 409 })
  expect(String(refusal)).not.toMatch(/ada|mch_|acc_/)
  expect(await eve.machines.list()).toEqual([])

  await site.clock.jump(8 * day)
  // After a week offline it is free; a removed one is free at once.
  const own = site.client(await site.again('eve'))
  const second = await site.enrol(own, box)
  expect(second).not.toBe(first)
  await own.machines.remove({ params: { id: second } })
  expect(await site.enrol(site.client(await site.again('bob')), box)).not.toBe(second)
})

it('stores no id of the computer in clear', async () => {
  await using site = await setup()
  await site.enrol(site.ada, box)
  const rows = await site.rows()
  expect(rows).toHaveLength(1)
  for (const id of [...Object.values(box).flat()]) expect(JSON.stringify(rows)).not.toContain(id)
})

async function setup() {
  const clock = createTestClock()
  const server = await startServer({ clock })
  const dataDir = await mkdtemp(path.join(await scratchFolder(), 'gridloom-enrolments-'))
  let enrolled = 0
  const join = (name: string) => openAccount(server, { email: `${name}@example.com`, access: true })
  const [ada, eve] = [server.client(await join('ada')), server.client(await join('eve'))]
  return {
    clock,
    ada,
    eve,
    client: server.client,
    again(name: string) {
      enrolled += 1
      return join(`${name}-${enrolled}`)
    },
    async enrol(who: Client, ids: ComputerIds) {
      const { token } = await who.machines.createEnrolmentToken()
      const { membership } = await enrol({
        dataDir,
        serverUrl: server.url,
        token,
        name: 'box',
        existing: 'replace',
        readComputer: async () => ids,
        clock: systemClock,
      })
      return membership.machine_id
    },
    rows: () =>
      server.container.db
        .withTables<{ machine_fingerprints: Record<string, unknown> }>()
        .selectFrom('machine_fingerprints')
        .selectAll()
        .execute(),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
