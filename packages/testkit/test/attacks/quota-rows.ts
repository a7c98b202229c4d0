import type { AccountId } from '@gridloom/contract/core/ids'
import type { Scope } from '@gridloom/contract/scopes'
import type { Ids } from '@gridloom/server/platform/ids'
import { sceneContents } from '../../src/rendering/scene-contents.ts'

export const giB = 1024 ** 3

/** Tables whose rows a quota counts. */
export type Owned = 'api_keys' | 'machines' | 'instances' | 'render_scenes' | 'render_jobs'
type Row = Record<string, unknown>

const someScopes: Scope[] = ['market:read']
export const anApiKey = { name: 'of an attack', scopes: someScopes }

/** An announced scene, different for each number. */
export function aScene(n: number, size_bytes: number) {
  const hash = n.toString(16).padStart(64, '0')
  const blocks = Math.ceil(size_bytes / (8 * 1024 ** 2))
  return { file_name: 'a.blend', size_bytes, block_hashes: Array<string>(blocks).fill(hash) }
}

/** A row of each kind, by its owner and the user who created it. */
export function rowsFor(ids: Ids): Record<Owned, (owner: AccountId, person: AccountId) => Row> {
  const at = new Date()
  const sceneId = ids.mint('renderScene')
  let scenes = 0
  return {
    api_keys: (account_id, user_id) => {
      const id = ids.mint('apiKey')
      const text = { hash: id, name: 'one of many', starts_with: 'glk_', scopes: '[]' }
      return { id, account_id, user_id, created_at: at, ...text }
    },
    machines: (account_id) => ({
      id: ids.mint('machine'),
      account_id,
      name: 'one of many',
      listed: false,
      status: 'waiting',
      gpu_slot_micro_usd_per_hour: 0,
      cpu_slot_micro_usd_per_hour: 0,
      memory_gib_micro_usd_per_hour: 0,
      disk_gb_micro_usd_per_hour: 0,
      stopped_disk_gb_micro_usd_per_hour: 0,
      enrolled_at: at,
    }),
    instances: (account_id) => ({
      id: ids.mint('instance'),
      account_id,
      provider_account_id: account_id,
      machine_id: ids.mint('machine'),
      offer_id: ids.mint('offer'),
      label: 'one of many',
      state: 'stopped',
      desired: 'stopped',
      template: '{}',
      slots: 1,
      gpu_uuids: '[]',
      vcpus: 1,
      memory_mib: 1,
      disk_gb: 1,
      running_micro_usd_per_hour: 0,
      stopped_micro_usd_per_hour: 0,
      created_at: at,
    }),
    render_scenes: (account_id) => {
      // The jobs refer to the first one.
      scenes += 1
      const id = scenes === 1 ? sceneId : ids.mint('renderScene')
      const file = { file_name: 'scene.blend', content_hash: id, size_bytes: 1 }
      return { id, account_id, ...file, contents: JSON.stringify(sceneContents), uploaded_at: at }
    },
    render_jobs: (account_id) => ({
      id: ids.mint('renderJob'),
      account_id,
      scene_id: sceneId,
      state: 'draft',
      settings: '{}',
      created_at: at,
    }),
  }
}
