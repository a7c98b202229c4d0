import type { AccountId, MachineId, RenderJobId, RenderSceneId } from '@gridloom/contract/core/ids'
import type { RenderCapability } from '@gridloom/contract/rendering/machine-rendering'
import type { RenderSettings } from '@gridloom/contract/rendering/settings'
import { sceneContents } from '@gridloom/testkit/rendering/scene-contents'
import { sql } from 'kysely'
import type { Db } from '#platform/database/connect'
import type { Ids } from '#platform/ids'

/** Rows of rendering, straight in the database, for tests and benches. */

export function aCapability(given: Partial<RenderCapability> = {}): RenderCapability {
  return {
    driver: 'blender',
    blender_version: '3.4.1',
    engines: ['cycles', 'eevee', 'workbench'],
    devices: [{ kind: 'cpu', name: 'Test CPU' }],
    denoisers: [],
    features: [],
    threads: 1,
    sandbox: 'bubblewrap',
    ...given,
  }
}

export function someSettings(given: Partial<RenderSettings> = {}): RenderSettings {
  return {
    blend_path: 'scene.blend',
    scene: 'Scene',
    camera: 'Camera',
    frames: '1-10',
    step: 1,
    width: 64,
    height: 36,
    percentage: 100,
    engine: 'cycles',
    samples: 4,
    denoise: false,
    format: 'png',
    fps: 24,
    compositing: false,
    split: { kind: 'whole' },
    chunk_target_s: 60,
    ...given,
    needs: {
      device: 'any',
      memory_mib_min: 0,
      machine_ids: [],
      micro_usd_per_reference_hour_max: null,
      ...given.needs,
    },
  }
}

interface Rows {
  db: Db
  ids: Ids
}

export async function insertAccount({ db, ids }: Rows): Promise<AccountId> {
  const id = ids.mint('account')
  await sql`insert into accounts (id, email, email_key, username, role, created_at, email_verified_at)
    values (${id}, ${`${id}@example.com`}, ${`${id}@example.com`}, 'ada', 'user', now(), now())`.execute(
    db,
  )
  return id
}

export interface NewRenderMachine {
  accountId: AccountId
  name?: string
  admission?: 'unverified' | 'admitted' | 'refused'
  score?: number
  microUsdPerHour?: number
  /** Whether the operator vouches for it; not by default. */
  vouched?: boolean
  capability?: RenderCapability | null
}

/** Inserts a machine that is online and renders; admitted by default. */
export async function insertRenderMachine(
  { db, ids }: Rows,
  given: NewRenderMachine,
): Promise<MachineId> {
  const id = ids.mint('machine')
  const { capability = aCapability() } = given
  await sql`insert into machines (id, account_id, name, listed, status, gpu_slot_micro_usd_per_hour,
      cpu_slot_micro_usd_per_hour, memory_gib_micro_usd_per_hour, disk_gb_micro_usd_per_hour,
      stopped_disk_gb_micro_usd_per_hour, enrolled_at, hardware)
    values (${id}, ${given.accountId}, ${given.name ?? 'box'}, true, 'online', 0, 0, 0, 0, 0, now(),
      '{"memory_mib": 16384}')`.execute(db)
  await sql`insert into machine_heartbeats (machine_id, last_seen_at) values (${id}, now())`.execute(
    db,
  )
  await sql`insert into render_machines (machine_id, account_id, micro_usd_per_reference_hour, capability,
      admission, score, vouched, trust)
    values (${id}, ${given.accountId}, ${given.microUsdPerHour ?? 3_600_000},
      ${capability === null ? null : JSON.stringify(capability)}::jsonb,
      ${given.admission ?? 'admitted'}, ${given.score ?? 1}, ${given.vouched ?? false}, 100)`.execute(
    db,
  )
  return id
}

export async function insertScene(
  { db, ids }: Rows,
  {
    accountId,
    contentHash,
    sizeBytes = 100,
  }: { accountId: AccountId; contentHash: string; sizeBytes?: number },
): Promise<RenderSceneId> {
  const id = ids.mint('renderScene')
  await sql`insert into render_scenes (id, account_id, file_name, content_hash, size_bytes, contents, uploaded_at)
    values (${id}, ${accountId}, 'scene.blend', ${contentHash}, ${sizeBytes}, ${JSON.stringify(sceneContents)}::jsonb,
      now())`.execute(db)
  return id
}

export interface NewRenderJob {
  accountId: AccountId
  sceneId: RenderSceneId
  settings?: Partial<RenderSettings>
  frames?: number
  budgetMicroUsd?: number
  priority?: number
  state?: 'testing' | 'rendering' | 'paused'
  /** The time of each accepted picture on a reference machine; no picture by default. */
  referenceMs?: number
  startedAt?: Date
}

/** Inserts a running job with frames from 1 on, all pending. It has no hold. */
export async function insertJob({ db, ids }: Rows, given: NewRenderJob): Promise<RenderJobId> {
  const id = ids.mint('renderJob')
  const { frames = 10, referenceMs } = given
  await sql`insert into render_jobs (id, account_id, scene_id, state, settings, priority, budget_micro_usd,
      frames_total, reference_ms_sum, reference_ms_count, created_at, started_at)
    values (${id}, ${given.accountId}, ${given.sceneId}, ${given.state ?? 'rendering'},
      ${JSON.stringify(someSettings(given.settings))}::jsonb, ${given.priority ?? 50},
      ${given.budgetMicroUsd ?? 1_000_000}, ${frames}, ${referenceMs ?? 0}, ${referenceMs === undefined ? 0 : 1},
      now(), ${given.startedAt ?? new Date(0)})`.execute(db)
  await sql`insert into render_frames (job_id, number, part, state, changed_at)
    select ${id}, number, 0, 'pending', now() from generate_series(1, ${frames}::int) number`.execute(
    db,
  )
  return id
}

/** Rents a slot of a machine for a new account. */
export async function rentSlot({ db, ids }: Rows, machineId: MachineId): Promise<void> {
  const offerId = ids.mint('offer')
  await sql`insert into offers (id, machine_id, slot_group, visible, kind, gpu_model, cpu_model, vram_mib, vcpus,
      memory_mib, disk_free_gb, slots_total, slots_free, slot_micro_usd_per_hour, memory_gib_micro_usd_per_hour,
      disk_gb_micro_usd_per_hour, stopped_disk_gb_micro_usd_per_hour, price_micro_usd_per_hour, cpu_score,
      network_down_mbps)
    values (${offerId}, ${machineId}, 'cpu', true, 'cpu', null, 'CPU', 0, 1, 1024, 10, 1, 0, 0, 0, 0, 0, 0, 0, 0)`.execute(
    db,
  )
  await sql`insert into slots (offer_id, slot, machine_id, instance_id)
    values (${offerId}, 0, ${machineId}, ${ids.mint('instance')})`.execute(db)
}
