import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import { noContainerOptions } from '@gridloom/contract/templates/docker-options'
import type { MountedVolume } from '../volumes/index.ts'
import { jupyterScript } from './jupyter-mode.ts'
import type { InstanceRow, InstanceTemplate } from './schema.ts'

/** What a spec has beside the row of its instance. */
interface SpecParts {
  authorizedKeys: readonly string[]
  volumes: readonly MountedVolume[]
  /** Sealed for the machine. */
  login: InstanceSpec['registry_login']
}

/** The spec that a machine receives for an instance, with the SSH keys that it accepts and its volumes. */
export function instanceSpecOf(
  row: InstanceRow,
  { authorizedKeys, volumes, login }: SpecParts,
): InstanceSpec {
  const { template } = row
  return {
    instance_id: row.id,
    generation: row.generation,
    desired: row.desired,
    restart: row.restart,
    restart_policy: row.restart_policy,
    image: template.image_path_with_tag,
    ...launchOf(template),
    env: template.env,
    ports: template.ports,
    readiness: template.readiness,
    vcpus: row.vcpus,
    memory_mib: row.memory_mib,
    disk_gb: row.disk_gb,
    gpu_uuids: row.gpu_uuids,
    isolation: row.isolated ? 'required' : 'any',
    authorized_keys: [...authorizedKeys],
    snapshot: row.snapshot_id,
    volumes: volumes.map(({ volumeId, path, mode }) => ({ volume: volumeId, path, mode })),
    options: template.options ?? noContainerOptions,
    arguments: template.arguments ?? [],
    cluster: row.cluster,
    registry_login: login,
    recipe: template.recipe ?? null,
    interruptible: row.bid_micro_usd_per_hour !== null,
    interruption: interruptionOf(row),
  }
}

function interruptionOf({
  desired,
  interrupted_at: at,
  interruption_signal: signal,
}: InstanceRow): InstanceSpec['interruption'] {
  if (at === null || desired !== 'running') return null
  return { at: at.toISOString(), signal: signal ?? 'SIGTERM' }
}

/** Machines know two launch modes: the third is a script of the first. */
function launchOf({
  launch_mode,
  on_start_script,
}: InstanceTemplate): Pick<InstanceSpec, 'launch_mode' | 'on_start_script'> {
  if (launch_mode !== 'jupyter') return { launch_mode, on_start_script }
  return { launch_mode: 'shell', on_start_script: jupyterScript(on_start_script) }
}
