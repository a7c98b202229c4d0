import type { InstanceReport, InstanceSpec } from '@gridloom/contract/agent/protocol'
import { InstanceId, MachineId, TerminalId } from '@gridloom/contract/core/ids'
import type { ReportedSample } from '@gridloom/contract/instances/metrics'
import type { Hardware } from '@gridloom/contract/machines/hardware'
import { noContainerOptions } from '@gridloom/contract/templates/docker-options'
import type { Signer } from '../src/workload.ts'

export const anInstanceId = InstanceId.parse('ins_01jd3v8q6f7g8h9jkmnpqrstvw')
export const anotherInstanceId = InstanceId.parse('ins_01jd3v8q6f7g8h9jkmnpqrstvx')
export const aTerminalId = TerminalId.parse('trm_01jd3v8q6f7g8h9jkmnpqrstvw')

/** Signs by the length of the statement, which no other statement of a test has. */
export const aSigner: Signer = {
  machineId: MachineId.parse('mch_01jd3v8q6f7g8h9jkmnpqrstvw'),
  sign: (statement) => `signed ${statement.length}`,
}

export function aReport(changes: Partial<InstanceReport> = {}): InstanceReport {
  return {
    instance_id: anInstanceId,
    observed_generation: 1,
    phase: 'running',
    ready: true,
    reason: null,
    progress: null,
    ready_s: 12,
    running_s: 12,
    stopped_s: 0,
    started_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  }
}

export function aSpec(changes: Partial<InstanceSpec> = {}): InstanceSpec {
  return {
    instance_id: anInstanceId,
    generation: 1,
    desired: 'running',
    restart: 0,
    restart_policy: 'on_machine_restart',
    image: 'gridloom/base:1',
    launch_mode: 'shell',
    on_start_script: '',
    env: {},
    ports: [],
    readiness: { kind: 'started' },
    vcpus: 1,
    memory_mib: 512,
    disk_gb: 1,
    gpu_uuids: [],
    isolation: 'required',
    authorized_keys: [],
    snapshot: null,
    volumes: [],
    options: noContainerOptions,
    arguments: [],
    cluster: null,
    registry_login: null,
    interruptible: false,
    interruption: null,
    recipe: null,
    ...changes,
  }
}

export const anEngine: NonNullable<Hardware['engine']> = {
  kind: 'docker',
  version: '26.1',
  api_version: '1.45',
  runtimes: ['runc'],
  storage_driver: 'overlay2',
  disk_quota: false,
}

export function aHardware(changes: Partial<Hardware> = {}): Hardware {
  return {
    hostname: 'box',
    os: 'Debian GNU/Linux 12',
    kernel: '6.1.0',
    arch: 'x64',
    cpu_model: 'AMD EPYC',
    cpu_cores: 2,
    cpu_threads: 4,
    memory_mib: 8_192,
    disk_total_gb: 100,
    disk_free_gb: 60.5,
    gpus: [],
    engine: anEngine,
    images: [],
    ...changes,
  }
}

export function aSample(changes: Partial<ReportedSample> = {}): ReportedSample {
  return {
    at: '2026-01-01T00:00:00.000Z',
    cpu_percent: 50,
    memory_bytes: 1_000_000,
    memory_limit_bytes: 2_000_000,
    network_rx_bytes_s: 10,
    network_tx_bytes_s: 20,
    disk_read_bytes_s: 0,
    disk_write_bytes_s: 0,
    disk_used_bytes: null,
    gpus: [],
    ...changes,
  }
}
