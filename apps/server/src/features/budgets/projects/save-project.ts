import type { ProjectDetails, Projects } from '@gridloom/contract/budgets/project'
import { accountOf } from '../../../platform/ctx.ts'
import type { BudgetsCtx } from '../ctx.ts'
import { findProject, saveRow } from './projects-store.ts'
import { readProjects } from './read-projects.ts'
import { addProject } from './use-project.ts'

/**
 * Creates a project of the active account, changes its description, or restores it.
 * @throws Refused `limit_reached`
 */
export async function saveProject(
  ctx: BudgetsCtx,
  { name: project, description }: ProjectDetails,
): Promise<Projects> {
  const { accountId, userId } = accountOf(ctx)
  await ctx.transact(async (tx) => {
    const found = await findProject(tx.db, { accountId, project })
    if (found === undefined || found.archived_at !== null)
      await addProject(ctx, tx, { accountId, userId, project, description })
    else await saveRow(tx, { ...found, description })
    tx.note({ subject: project })
    await tx.publish({ topic: 'balance', accountId, subject: accountId })
  })
  return readProjects(ctx)
}
