import type { InstanceId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { TestServer } from './server.ts'

/** Makes an instance look as if it had run for some seconds: what takes an hour is none of a test's time. */
export async function makeRunFor(
  { container: { db } }: Pick<TestServer, 'container'>,
  id: InstanceId,
  seconds: number,
): Promise<void> {
  await sql`update instances set metered_running_s = ${seconds}, booked_running_s = ${seconds}
    where id = ${id}`.execute(db)
}
