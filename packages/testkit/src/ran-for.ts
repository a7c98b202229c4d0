import type { InstanceId } from '@gridloom/contract/core/ids'
import type { TestServer } from './server.ts'

/** The columns that this writes. A type, not an interface, as Kysely requires. */
type MeteredInstances = {
  instances: { id: string; metered_running_s: number; booked_running_s: number }
}

/** Makes an instance look as if it had run for some seconds: what takes an hour is none of a test's time. */
export async function makeRunFor(
  { container: { db } }: Pick<TestServer, 'container'>,
  id: InstanceId,
  seconds: number,
): Promise<void> {
  await db
    .withTables<MeteredInstances>()
    .updateTable('instances')
    .set({ metered_running_s: seconds, booked_running_s: seconds })
    .where('id', '=', id)
    .execute()
}
