import type { Ctx } from './ctx.ts'

/** Retention of events; a replica that was away for longer reads everything afresh. */
const keptMs = 60 * 60 * 1_000

/** Deletes changes that nobody resumes after any more. */
export async function tidyEvents(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - keptMs)
  await ctx.transact(async ({ db }) => {
    await db.deleteFrom('events').where('at', '<', before).execute()
  })
}
