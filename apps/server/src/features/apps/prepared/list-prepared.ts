import type { PreparedApp } from '@gridloom/contract/apps/prepared-app'
import type { MachineId } from '@gridloom/contract/core/ids'
import { readMachine } from '../../machines/index.ts'
import { listCatalogue } from '../catalogue.ts'
import type { AppsCtx } from '../ctx.ts'
import { imageOf } from '../need-of.ts'
import { listPreparedRows } from './prepared-store.ts'

/** Lists the apps that the caller's machine prepares. @throws Refused `not_found` */
export async function listPrepared(ctx: AppsCtx, machineId: MachineId): Promise<PreparedApp[]> {
  await readMachine(ctx, machineId)
  const [rows, apps] = await Promise.all([
    listPreparedRows(ctx.db, machineId),
    listCatalogue(ctx.db),
  ])
  const bySlug = new Map(apps.map((app) => [app.slug, app]))
  return rows.flatMap(({ slug, image: said, state, progress, problem }) => {
    const app = bySlug.get(slug)
    if (app === undefined) return []
    const image = imageOf(slug, app.definition)
    const shown = { slug, name: app.definition.name, image }
    // What it said about the image of an earlier version says nothing about this one.
    if (said !== image)
      return { ...shown, state: 'waiting' as const, progress: null, problem: null }
    return { ...shown, state, progress, problem }
  })
}
