import { projectsMax } from '@gridloom/contract/budgets/project'
import { Refused } from '@gridloom/contract/errors'
import type { Ctx, Tx } from '../../../platform/ctx.ts'
import type { BudgetOf } from '../account/schema.ts'
import { lockCount, saveRow, shareProject } from './projects-store.ts'
import type { ProjectRow } from './schema.ts'

/**
 * Makes sure that an order may be booked to a project, and creates one with a new name.
 * @throws Refused `project_archived`, `limit_reached`
 */
export async function useProject(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  wanted: BudgetOf & { userId: ProjectRow['created_by'] },
): Promise<void> {
  const found = await shareProject(tx, wanted)
  if (found === undefined) return addProject(ctx, tx, { ...wanted, description: '' })
  if (found.archived_at !== null)
    throw new Refused('project_archived', { details: { project: wanted.project } })
}

/** Adds a project, or restores an archived one. @throws Refused `limit_reached` */
export async function addProject(
  ctx: Pick<Ctx, 'clock'>,
  tx: Tx,
  {
    accountId,
    project,
    userId,
    description,
  }: BudgetOf & {
    userId: ProjectRow['created_by']
    description: string
  },
): Promise<void> {
  if ((await lockCount(tx, accountId)) >= projectsMax)
    throw new Refused('limit_reached', { details: { max: projectsMax, what: 'projects' } })
  await saveRow(tx, {
    ...{ account_id: accountId, name: project, description },
    ...{ created_by: userId, created_at: ctx.clock.now(), archived_at: null },
  })
}
