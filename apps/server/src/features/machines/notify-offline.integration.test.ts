import type { AccountId, MachineId } from '@gridloom/contract/core/ids'
import { describe, expect, it } from 'vitest'
import { withMachines } from '../../../test/machines.ts'
import { addAddressee, addCompany, newestEmailText, queuedEmails } from '../../../test/mailed.ts'
import { aHeartbeat } from '../../../test/messages.ts'
import type { MachinesCtx } from './ctx.ts'
import { notifyOffline } from './notify-offline.ts'
import { sweepSilentMachines } from './sweep-silent-machines.ts'

const minuteMs = 60_000

describe('a machine that goes offline', () => {
  it('causes one email after ten minutes, and one more when it is back', async () => {
    await using fixture = await setup()
    await fixture.offline(9)
    expect(await fixture.emails()).toEqual([])
    await fixture.offline(2)
    expect(await fixture.emails()).toEqual(['ada@example.com: box is offline'])
    await fixture.offline(60)
    await fixture.online(4)
    expect(await fixture.emails()).toHaveLength(1)
    await fixture.online(3)
    expect((await fixture.emails()).at(-1)).toBe('ada@example.com: box is back online')
    await fixture.online(30)
    expect(await fixture.emails()).toHaveLength(2)
    await fixture.offline(11)
    expect(await fixture.emails()).toHaveLength(3)
  })

  it('causes one email when it goes offline repeatedly', async () => {
    await using fixture = await setup()
    for (let times = 0; times < 4; times++) {
      await fixture.offline(11)
      await fixture.online(3)
    }
    expect(await fixture.emails()).toEqual(['ada@example.com: box is offline'])
  })

  it('causes one email, however many replicas check', async () => {
    await using fixture = await setup()
    await fixture.more(5)
    await fixture.offline(12, () => Promise.all([1, 2, 3].map(() => fixture.look())))
    expect(await fixture.emails()).toEqual(['ada@example.com: 6 machines are offline'])
  })

  it('is in one email with all machines of the outage, and so are those that are back', async () => {
    await using fixture = await setup()
    const others = await fixture.more(19)
    await fixture.online(1, others)
    await fixture.offline(1, () => fixture.say(others.slice(0, 9)))
    await fixture.offline(12)
    expect(await fixture.emails()).toEqual(['ada@example.com: 20 machines are offline'])
    expect(await fixture.newestText()).toContain('box, box-1, box-10, box-11')
    await fixture.offline(60)
    expect(await fixture.emails()).toHaveLength(1)
    await fixture.online(4, others.slice(0, 9))
    await fixture.online(7, others)
    expect((await fixture.emails()).slice(1)).toEqual([
      'ada@example.com: 20 machines are back online',
    ])
  })

  it('waits for the next email if one was sent less than an hour before', async () => {
    await using fixture = await setup()
    const others = await fixture.more(2)
    await fixture.offline(11, () => fixture.say(others))
    await fixture.offline(40)
    expect(await fixture.emails()).toEqual(['ada@example.com: box is offline'])
    await fixture.offline(21)
    expect((await fixture.emails()).at(-1)).toBe('ada@example.com: 2 machines are offline')
  })

  it('is back in an email of its own after an hour, if others stay away', async () => {
    await using fixture = await setup()
    const [other] = await fixture.more(1)
    await fixture.offline(12)
    expect(await fixture.emails()).toEqual(['ada@example.com: 2 machines are offline'])
    await fixture.online(59)
    expect(await fixture.emails()).toHaveLength(1)
    await fixture.online(4)
    expect((await fixture.emails()).at(-1)).toBe('ada@example.com: box is back online')
    await fixture.online(7, other === undefined ? [] : [other])
    expect((await fixture.emails()).at(-1)).toBe('ada@example.com: box-1 is back online')
  })

  it('causes no email to owners who turned it off or whose address is not verified', async () => {
    for (const change of [
      { notifications: { machine_alerts: false } },
      { verified: 'no' },
    ] as const) {
      await using fixture = await setup(change)
      await fixture.offline(11)
      expect(await fixture.emails()).toEqual([])
    }
  })

  it('of a company causes an email to each of its owners and admins', async () => {
    await using fixture = await setup('company')
    await fixture.offline(11)
    expect(await fixture.emails()).toEqual([
      'admin@example.com: box is offline',
      'owner@example.com: box is offline',
    ])
  })
})

type Owner = Partial<Parameters<typeof addAddressee>[1]> | 'company'

async function setup(owner: Owner = {}) {
  const market = await withMachines()
  const { db, clock, ctx } = market
  const accountId = accountOfCtx(market.provider)
  if (owner === 'company') await addMembers(market, accountId)
  else await addAddressee(db, { id: accountId, email: 'ada@example.com', ...owner })
  const machineId = await market.machine()
  const look = async () => {
    await sweepSilentMachines(ctx)
    await notifyOffline(ctx)
  }
  const minutes = async (count: number, each: () => Promise<unknown>) => {
    for (let minute = 0; minute < count; minute++) {
      await clock.advance(minuteMs)
      await each()
    }
  }
  /** Sends a heartbeat of each machine, and looks. */
  const say = async (machines: readonly MachineId[]) => {
    for (const id of machines) await market.say(id, aHeartbeat())
    await look()
  }
  return {
    look,
    say,
    emails: () => queuedEmails(db),
    newestText: () => newestEmailText(db),
    /** Adds machines of the same owner, `box-1` and so on. */
    async more(count: number): Promise<MachineId[]> {
      const added: MachineId[] = []
      for (let number = 1; number <= count; number++)
        added.push(await market.machine({}, `box-${number}`))
      return added
    },
    /** Advances minutes without a heartbeat. */
    offline: (count: number, each: () => Promise<unknown> = look) => minutes(count, each),
    /** Advances minutes with a heartbeat of the first machine in each, and of others. */
    online: (count: number, others: readonly MachineId[] = []) =>
      minutes(count, () => say([machineId, ...others])),
    [Symbol.asyncDispose]: () => market[Symbol.asyncDispose](),
  }
}

async function addMembers(
  { db, ctx }: Awaited<ReturnType<typeof withMachines>>,
  companyId: AccountId,
): Promise<void> {
  const members = ['owner', 'admin', 'member'].map((role) => ({
    id: ctx.ids.mint('account'),
    role,
  }))
  for (const { id, role } of members) await addAddressee(db, { id, email: `${role}@example.com` })
  await addCompany(db, { id: companyId, members })
}

function accountOfCtx({ actor }: MachinesCtx): AccountId {
  if (actor.kind !== 'account') throw new RangeError('nobody is signed in')
  return actor.accountId
}
