import type { Ctx } from './ctx.ts'

/** Retention of events; a replica that was disconnected for longer reads everything again. */
const keptMs = 60 * 60 * 1_000

/** Deletes changes that are too old to resume after. */
export async function tidyEvents(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  await ctx.transact(async ({ db }) => {
    await db.deleteFrom('events').where('at', '<', before).execute()
  })
}
