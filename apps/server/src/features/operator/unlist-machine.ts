import type { MachineId } from '@gridloom/contract/core/ids'
import type { OperatorMachine } from '@gridloom/contract/operator/machine'
import type { Ctx } from '../../platform/ctx.ts'
import { mailIfWanted, operatorOf } from '../accounts/index.ts'
import { leaveMarket, noSuchMachine, readAnyMachine } from '../machines/index.ts'
import { publishNotice } from '../notices/index.ts'
import { machineUnlistedEmail } from './emails/machine-unlisted.ts'

/**
 * Unlists the machine of any provider; its instances keep running. The owner gets the reason in a notice and an email.
 * @throws Refused `unauthorized`, `forbidden`, `not_found`
 */
export async function unlistMachine(
  ctx: Ctx & { readonly publicUrl: string },
  input: { id: MachineId; reason: string },
): Promise<OperatorMachine> {
  operatorOf(ctx)
  const { id, reason } = input
  await ctx.transact(async (tx) => {
    const machine = await leaveMarket(ctx, tx, id)
    if (machine === undefined) throw noSuchMachine()
    const { name, account_id: accountId } = machine
    const url = new URL('/machines', ctx.publicUrl).href
    await publishNotice(ctx, tx, {
      accountId,
      notice: {
        key: `unlisted:${id}:${ctx.clock.now().toISOString()}`,
        level: 'warning',
        text: `The operator unlisted ${name}. Reason: ${reason}`,
        instance_id: null,
      },
      mail: null,
    })
    await mailIfWanted(ctx, tx, {
      accountId,
      kind: 'machine_alerts',
      message: (to) => machineUnlistedEmail(to, { name, reason, url }),
    })
  })
  return readAnyMachine(ctx, id)
}
