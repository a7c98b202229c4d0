import type { AccountId } from '@gridloom/contract/core/ids'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect.ts'
import type { ExportSection } from '../../platform/personal-data.ts'

/** One row of a section: its key for paging, and its exported content. */
export interface ExportedRow {
  key: string
  shown: Readonly<Record<string, unknown>>
}

interface PageRequest {
  user: AccountId
  /** Only rows after this key. */
  after: string
  most: number
}

/** The next rows of a section, in the order of their keys. */
export async function selectSection(
  db: Db,
  section: ExportSection,
  { user, after, most }: PageRequest,
): Promise<ExportedRow[]> {
  const { rows } = await sql<{ key: string } & Record<string, unknown>>`
    select * from (${section.rows(user)}) section
    where key > ${after} order by key limit ${most}`.execute(db)
  return rows.map(({ key, ...shown }) => ({ key, shown }))
}
