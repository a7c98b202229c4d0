import type { InstanceSpec } from '@gridloom/contract/agent/protocol'
import type { MountedVolume } from '../volumes/index.ts'
import type { InstanceRow } from './schema.ts'

/** The spec that a machine receives for an instance, with the SSH keys that it accepts and its volumes. */
export function instanceSpecOf(
  row: InstanceRow,
  {
    authorizedKeys,
    volumes,
  }: { authorizedKeys: readonly string[]; volumes: readonly MountedVolume[] },
): InstanceSpec {
  const { template } = row
  return {
    instance_id: row.id,
    generation: row.generation,
    desired: row.desired,
    restart: row.restart,
    restart_policy: row.restart_policy,
    image: template.image_path_with_tag,
    launch_mode: template.launch_mode,
    on_start_script: template.on_start_script,
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
    cluster: row.cluster,
  }
}
