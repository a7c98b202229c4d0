import type { InstanceActionResult } from '@gridloom/contract/instances/actions'
import type { Instance } from '@gridloom/contract/instances/instance'
import type { Ctx } from '../../ctx.ts'
import { FailedError } from '../../errors.ts'
import { type Move, outcome, type WaitOptions } from './move-outcome.ts'
import { instanceName, waitForInstance, waitLimitS } from './wait-for-instance.ts'

interface MoveMany {
  move: Move
  options: WaitOptions
}

/**
 * Changes the desired state of several instances with one call, and prints what became of each. Ends with a failure if
 * one of them was refused; the others are changed nevertheless.
 */
export async function moveMany(
  ctx: Ctx,
  instances: readonly Instance[],
  { move, options }: MoveMany,
): Promise<void> {
  const ids = instances.map(({ id }) => id)
  const body = { action: move.name, ids }
  const { results } = await ctx.client.instances.act({ body, signal: ctx.signal })
  const settled = options.wait ? await waitForAll(ctx, results, { move, options }) : results
  await ctx.output.result(settled, () =>
    settled.map((result) => lineOf(result, instances, move)).join('\n'),
  )
  const refused = settled.filter(({ error }) => error !== null).length
  if (refused > 0) throw new FailedError(`${refused} of ${settled.length} could not be changed.`)
}

async function waitForAll(
  ctx: Ctx,
  results: readonly InstanceActionResult[],
  { move, options }: MoveMany,
): Promise<InstanceActionResult[]> {
  const limitS = options.timeout ?? waitLimitS
  const settled: InstanceActionResult[] = []
  for (const result of results) {
    const { instance } = result
    const after = instance && (await waitForInstance(ctx, instance, { goal: move.goal, limitS }))
    settled.push({ ...result, instance: after })
  }
  return settled
}

function lineOf(
  { id, instance, error }: InstanceActionResult,
  instances: readonly Instance[],
  move: Move,
): string {
  if (instance !== null) return outcome(instance, move)
  const before = instances.find((one) => one.id === id)
  const name = before === undefined ? id : instanceName(before)
  return `${name}: ${error?.text ?? 'It could not be changed.'}`
}
