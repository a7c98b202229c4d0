import { sql } from 'kysely'
import { saveSubscribers } from '#platform/business-events/business-events-store'
import type { Ctx } from '#platform/ctx'
import type { Db } from '#platform/database/connect'

/** Subscribes a test, so that events of these topics are stored. */
export function keepEvents(ctx: Pick<Ctx, 'transact'>, topics: readonly string[]): Promise<void> {
  return ctx.transact((tx) => saveSubscribers(tx, [{ name: 'test', topics }]))
}

/** Returns the events recorded for the test, oldest first. */
export async function keptEvents(db: Db) {
  const { rows } = await sql<{ topic: string; subject: string; account: string; payload: object }>`
    select topic, subject, account_id as account, payload from business_events
    where subscriber = 'test' order by id`.execute(db)
  return rows
}
