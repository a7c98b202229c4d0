import type { Ctx } from '../../ctx.ts'
import { machineTable } from '../../output/machine-table.ts'

export async function printMachines(ctx: Ctx): Promise<void> {
  const machines = await ctx.client.machines.list({ signal: ctx.signal })
  await ctx.output.result(machines, (draw) => {
    if (machines.length === 0) return 'No machines. Add one: gridloom machines token'
    return machineTable(draw, machines, ctx.host.nowMs())
  })
}
