import type { Projects } from '@gridloom/contract/budgets/project'
import { Refused } from '@gridloom/contract/errors'
import { budgetHolder } from '../account/may-change-budget.ts'
import type { BudgetsCtx } from '../ctx.ts'
import { markArchived } from './projects-store.ts'
import { readProjects } from './read-projects.ts'

/**
 * Archives a project: nothing more is ordered with it. Its budget still binds what was ordered before.
 * @throws Refused `forbidden`, `not_found`
 */
export async function archiveProject(ctx: BudgetsCtx, project: string): Promise<Projects> {
  const accountId = await budgetHolder(ctx)
  await ctx.transact(async (tx) => {
    const done = await markArchived(tx, { accountId, project }, ctx.clock.now())
    if (done === 'missing') throw new Refused('not_found')
    tx.note({ subject: project })
    await tx.publish({ topic: 'balance', accountId, subject: accountId })
  })
  return readProjects(ctx)
}
