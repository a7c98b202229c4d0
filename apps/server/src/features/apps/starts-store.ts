import type { AppName } from '@gridloom/contract/apps/app-container'
import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Tx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/database/connect.ts'
import type { AppTables } from './schema.ts'

const tablesOf = (db: Db) => db.withTables<AppTables>()

/** A start whose outcome is not known yet. */
export interface BegunStart {
  instance_id: InstanceId
  slug: AppName
  hardware: string
  image_held: boolean
  ordered_at: Date
}

export async function insertStart({ db }: Tx, start: BegunStart): Promise<void> {
  await tablesOf(db)
    .insertInto('app_starts')
    .values(start)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes the first start of an instance, so that it is counted once; `undefined`: it was counted or is none. */
export async function takeStart({ db }: Tx, id: InstanceId): Promise<BegunStart | undefined> {
  return tablesOf(db)
    .deleteFrom('app_starts')
    .where('instance_id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

interface CountedStart extends Pick<BegunStart, 'slug' | 'hardware' | 'image_held'> {
  at: Date
  outcome: 'ready' | 'failed'
  bucket: number
}

/** Adds a start to those of its day. */
export async function countStart({ db }: Tx, start: CountedStart): Promise<void> {
  const { slug, hardware, image_held, at, outcome, bucket } = start
  await sql`insert into app_start_days (slug, day, hardware, image_held, outcome, bucket, starts)
    values (${slug}, (${at}::timestamptz at time zone 'UTC')::date, ${hardware}, ${image_held}, ${outcome}, ${bucket}, 1)
    on conflict (slug, day, hardware, image_held, outcome, bucket)
      do update set starts = app_start_days.starts + 1`.execute(db)
}

/** Starts of one kind over some days. */
export interface CountedStarts {
  slug: AppName
  hardware: string
  image_held: boolean
  outcome: 'ready' | 'failed'
  bucket: number
  starts: number
}

/** Sums up the starts of all apps since a time. */
export async function selectStarts(db: Db, since: Date): Promise<CountedStarts[]> {
  const { rows } = await sql<CountedStarts>`
    select slug, hardware, image_held, outcome, bucket, sum(starts)::int as starts
    from app_start_days where day >= (${since}::timestamptz at time zone 'UTC')::date
    group by slug, hardware, image_held, outcome, bucket`.execute(db)
  return rows
}

/** Deletes the days before a time, and starts that never had an outcome. */
export async function deleteStartsBefore({ db }: Tx, before: Date): Promise<void> {
  await sql`delete from app_start_days
    where day < (${before}::timestamptz at time zone 'UTC')::date`.execute(db)
  await tablesOf(db).deleteFrom('app_starts').where('ordered_at', '<', before).execute()
}
