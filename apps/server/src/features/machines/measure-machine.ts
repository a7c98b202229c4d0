import { coreCalls } from '@gridloom/contract/agent/core-calls'
import type { MachineId } from '@gridloom/contract/core/ids'
import { Refused } from '@gridloom/contract/errors'
import { refuseWhileRented } from './change-machine.ts'
import type { MachinesCtx } from './ctx.ts'
import { readMachine } from './list-machines.ts'
import { measureNetworkSoon } from './measure-network-soon.ts'

const timeoutMs = 10_000

/**
 * Has a machine measured again: by itself, and its network by the server. The figures arrive as reports.
 * @throws {Refused} not_found; machine_offline; machine_in_use, as measuring would slow renters down and distort the
 * figures
 */
export async function measureMachine(ctx: MachinesCtx, id: MachineId): Promise<void> {
  const machine = await readMachine(ctx, id)
  if (!ctx.agents.connected(machine.id)) throw new Refused('machine_offline')
  await refuseWhileRented(ctx, id, 'slots_held')
  await ctx.agents.call(id, coreCalls.benchmarks, { signal: ctx.signal, timeoutMs })
  // Settled before the background measurement writes too: two concurrent writers would record the audit event twice.
  await ctx.settleAudit()
  measureNetworkSoon(ctx, id)
}
