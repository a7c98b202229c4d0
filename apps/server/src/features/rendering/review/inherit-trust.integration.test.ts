import type { MachineId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { withRendering } from '../../../../test/render-site.ts'
import { findRenderMachine } from '../dispatch/render-machines-store.ts'
import { inheritTrust } from './inherit-trust.ts'

it('starts a re-enrolled machine with the lowest trust of its computer’s earlier machines', async () => {
  await using site = await setup()
  const before = [await site.machine({ trust: 40 }), await site.machine({ trust: 7 })]
  expect(await site.enrolAfter(before)).toMatchObject({ trust: 7, vouched: false })
})

it('does not start a machine with the higher trust of an earlier one', async () => {
  await using site = await setup()
  const newcomer = await site.enrolAfter([])
  const trusted = await site.machine({ trust: 100 })
  expect(await site.enrolAfter([trusted])).toMatchObject({ trust: newcomer?.trust })
})

it('starts a machine with the usual trust if the earlier one never rendered', async () => {
  await using site = await setup()
  const newcomer = await site.enrolAfter([])
  const idle = await site.machine({ trust: 3 })
  await sql`delete from render_machines where machine_id = ${idle}`.execute(site.db)
  expect(await site.enrolAfter([idle])).toMatchObject({ trust: newcomer?.trust })
})

async function setup() {
  const site = await withRendering()
  const { ctx, db } = site
  return {
    db,
    async machine({ trust }: { trust: number }): Promise<MachineId> {
      const id = await site.machine()
      await sql`update render_machines set trust = ${trust} where machine_id = ${id}`.execute(db)
      return id
    },
    /** Enrols a machine on the computer of earlier ones; returns its rendering row. */
    async enrolAfter(before: readonly MachineId[]) {
      const machineId = await site.machine()
      await sql`delete from render_machines where machine_id = ${machineId}`.execute(db)
      await ctx.transact((tx) => inheritTrust(ctx, tx, { machineId, before }))
      return findRenderMachine(db, machineId)
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}
