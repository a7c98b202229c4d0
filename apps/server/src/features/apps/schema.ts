import type { AppDefinition } from '@gridloom/contract/apps/app'
import type { AppName } from '@gridloom/contract/apps/app-container'
import type { PreparedState } from '@gridloom/contract/apps/prepared-app'
import type { InstanceId, MachineId } from '@gridloom/contract/core/ids'
import type { Progress } from '@gridloom/contract/instances/instance'
import type { ColumnType, Selectable } from 'kysely'

/** A jsonb column: read as a value, written as text. */
type Json<T> = ColumnType<T, string, string>

interface AppsTable {
  slug: AppName
  version: number
  definition: Json<AppDefinition>
  created_at: Date
  updated_at: Date
}
export type AppRow = Selectable<AppsTable>

interface PreparedAppsTable {
  machine_id: MachineId
  slug: AppName
  created_at: Date
  image: string | null
  state: PreparedState
  progress: ColumnType<Progress | null, string | null, string | null>
  problem: string | null
}
export type PreparedAppRow = Selectable<PreparedAppsTable>

/** The tables of this feature. A type, not an interface, as Kysely requires. */
export type AppTables = {
  apps: AppsTable
  app_settings: { slug: AppName; position: number | null; hidden: boolean }
  app_pictures: {
    slug: AppName
    place: number
    hash: string
    content_type: 'image/png' | 'image/jpeg' | 'image/webp'
    bytes: Buffer
  }
  app_starts: {
    instance_id: InstanceId
    slug: AppName
    hardware: string
    image_held: boolean
    ordered_at: Date
  }
  app_start_days: {
    slug: AppName
    day: string
    hardware: string
    image_held: boolean
    outcome: 'ready' | 'failed'
    bucket: number
    starts: number
  }
  prepared_apps: PreparedAppsTable
}
