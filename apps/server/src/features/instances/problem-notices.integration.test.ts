import { describe, expect, it } from 'vitest'
import { accountIdOf, withInstances } from '../../../test/instances.ts'
import { addAddressee, queuedEmails } from '../../../test/mailed.ts'
import { aHello } from '../../../test/messages.ts'
import { sendDigests } from '../notices/index.ts'
import { destroyInstance } from './destroy-instance.ts'
import { expireDisks } from './expire-disks.ts'
import { loseSilent } from './lose-silent.ts'
import { stopInstance } from './stop-instance.ts'

describe('a problem with an instance', () => {
  it('sends one notice and one email per failed start, in our words', async () => {
    await using fixture = await setup()
    const id = await fixture.running({ label: 'trial' })
    const reason = {
      code: 'exited',
      text: 'The container ended with 137.',
      exit_code: 137,
    } as const
    const failed = fixture.report(id, { phase: 'failed', reason })
    await fixture.heartbeat([failed])
    await fixture.heartbeat([failed])
    expect(await fixture.emails()).toEqual(['ada@example.com: trial failed'])
    expect(await fixture.notices()).toMatchObject([
      { level: 'error', text: 'trial failed. The program ended.', instance_id: id },
    ])
  })

  it('sends an email for an unexpected stop and none for a requested one', async () => {
    await using fixture = await setup({ cpuSlots: 2, creditMicroUsd: 100_000_000 })
    const [ended, stopped] = [
      await fixture.running({ label: 'ended' }),
      await fixture.running({ label: 'meant' }),
    ]
    await fixture.heartbeat([
      fixture.report(ended, { phase: 'stopped' }),
      fixture.report(stopped, { ready: true }),
    ])
    await stopInstance(fixture.renter, stopped)
    const down = { phase: 'stopped', observed_generation: 2 } as const
    await fixture.heartbeat([fixture.report(stopped, down)])
    expect(await fixture.emails()).toEqual(['ada@example.com: ended stopped'])
  })

  it('sends no email about an instance that is back within a minute, or to be destroyed', async () => {
    await using fixture = await setup({ cpuSlots: 2, creditMicroUsd: 100_000_000 })
    const id = await fixture.running({ label: 'trial' })
    const going = await fixture.running({ label: 'going' })
    await destroyInstance(fixture.renter, going)
    await fixture.clock.advance(31_000)
    await loseSilent(fixture.system)
    await fixture.digests(30_000)
    await fixture.heartbeat([fixture.report(id, { ready: true })])
    await fixture.digests(120_000)
    expect(await fixture.emails()).toEqual([])
    expect(await fixture.notices()).toHaveLength(1)
  })

  it('sends one email for all instances of an outage, and one when they are back', async () => {
    await using fixture = await setup({ cpuSlots: 3, creditMicroUsd: 100_000_000 })
    const ids = [
      await fixture.running({ label: 'a' }),
      await fixture.running({ label: 'b' }),
      await fixture.running({ label: 'c' }),
    ]
    await fixture.clock.advance(31_000)
    await loseSilent(fixture.system)
    await fixture.digests(61_000)
    await Promise.all([fixture.digests(0), fixture.digests(0)])
    expect(await fixture.emails()).toEqual(['ada@example.com: 3 instances are lost'])
    await fixture.heartbeat(ids.map((id) => fixture.report(id, { ready: true })))
    await fixture.digests(60_000)
    expect(await fixture.emails()).toHaveLength(1)
    await fixture.digests(61_000)
    await fixture.digests(0)
    expect(await fixture.emails()).toEqual([
      'ada@example.com: 3 instances are lost',
      'ada@example.com: 3 instances are back',
    ])
  })

  it('says that a lost instance without its disk failed, and waits no longer for it', async () => {
    await using fixture = await setup({ cpuSlots: 2, creditMicroUsd: 100_000_000 })
    const [kept, gone] = [
      await fixture.running({ label: 'kept' }),
      await fixture.running({ label: 'gone' }),
    ]
    const ready = [kept, gone].map((id) => fixture.report(id, { ready: true }))
    await fixture.heartbeat(ready)
    await fixture.clock.advance(31_000)
    await loseSilent(fixture.system)
    await fixture.digests(61_000)
    await fixture.say(aHello({ instances: ready.slice(0, 1) }))
    await fixture.digests(121_000)
    expect(await fixture.emails()).toEqual([
      'ada@example.com: 2 instances are lost',
      'ada@example.com: gone failed',
      'ada@example.com: kept is back',
    ])
  })

  it('sends at most one digest an hour, with the instances lost meanwhile', async () => {
    await using fixture = await setup({ cpuSlots: 2, creditMicroUsd: 100_000_000 })
    const id = await fixture.running({ label: 'early' })
    await fixture.clock.advance(31_000)
    await loseSilent(fixture.system)
    await fixture.digests(61_000)
    await fixture.heartbeat([fixture.report(id, { ready: true })])
    await fixture.running({ label: 'late' })
    await fixture.clock.advance(31_000)
    await loseSilent(fixture.system)
    await fixture.digests(120_000)
    expect(await fixture.emails()).toEqual(['ada@example.com: early is lost'])
    await fixture.digests(60 * 60_000)
    expect(await fixture.emails()).toHaveLength(2)
    expect((await fixture.emails()).at(-1)).toBe('ada@example.com: late is lost')
  })

  it('sends a notice but no email when instance alerts are off', async () => {
    await using fixture = await setup({}, { instance_alerts: false })
    const id = await fixture.running()
    await fixture.heartbeat([fixture.report(id, { phase: 'failed' })])
    expect(await fixture.emails()).toEqual([])
    expect(await fixture.notices()).toHaveLength(1)
  })
})

describe('a balance that runs out', () => {
  it('sends emails before the end, at the stop, and when the disk is destroyed', async () => {
    await using fixture = await setup({ creditMicroUsd: 1_000_000 })
    const id = await fixture.running({ label: 'trial' })
    const up = await fixture.pass(300, fixture.report(id, { ready: true }))
    expect(await fixture.emails()).toEqual([])
    const last = await fixture.pass(700, up)
    await fixture.heartbeat([{ ...last, phase: 'stopped', ready: false, observed_generation: 2 }])
    await fixture.clock.jump(49 * 60 * 60_000)
    await expireDisks(fixture.system)
    const subjects = (await fixture.emails()).map((message) =>
      message.split(': ').slice(1).join(': '),
    )
    expect(subjects).toEqual([
      'Your balance runs out in less than 10 minutes',
      'trial was stopped: the balance ran out',
      'trial was destroyed',
    ])
  })

  it('sends a notice but no email when low-balance emails are off', async () => {
    await using fixture = await setup({ creditMicroUsd: 1_000_000 }, { balance_low: false })
    const id = await fixture.running()
    await fixture.pass(700, fixture.report(id, { ready: true }))
    expect(await fixture.notices()).toHaveLength(1)
    expect(await fixture.emails()).toEqual([])
  })
})

it('rejects a label with a line break, as labels appear in email subjects', async () => {
  await using fixture = await setup()
  const ordered = fixture.running({ label: 'a\r\nBcc: eve@example.com' })
  await expect(ordered).rejects.toThrow('Use one line of plain text')
})

async function setup(
  wanted: Parameters<typeof withInstances>[0] = {},
  notifications: Record<string, boolean> = {},
) {
  const fixture = await withInstances(wanted)
  const { db } = fixture
  const id = accountIdOf(fixture.renter)
  await addAddressee(db, { id, email: 'ada@example.com', notifications })
  return {
    ...fixture,
    emails: () => queuedEmails(db),
    /** Sends the digests that are due after a time. */
    async digests(afterMs: number) {
      await fixture.clock.jump(afterMs)
      await sendDigests(fixture.system)
    },
    notices: () =>
      db
        .withTables<{ notices: { text: string; level: string; instance_id: string } }>()
        .selectFrom('notices')
        .select(['text', 'level', 'instance_id'])
        .execute(),
  }
}
