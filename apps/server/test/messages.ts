import type { AgentMessage } from '@gridloom/contract/agent/protocol'
import type { Gpu, Hardware } from '@gridloom/contract/machines/hardware'

/** A machine of 8 threads, 16 GiB and 200 GB with Docker and no GPU. */
export function aHardware(given: Partial<Hardware> = {}): Hardware {
  return {
    hostname: 'box',
    os: 'Debian 12',
    kernel: '6.1',
    arch: 'x64',
    cpu_model: 'Test CPU',
    cpu_cores: 4,
    cpu_threads: 8,
    memory_mib: 16_384,
    disk_total_gb: 250,
    disk_free_gb: 200,
    gpus: [],
    engine: {
      kind: 'docker',
      version: '24.0',
      api_version: '1.43',
      runtimes: ['runc'],
      storage_driver: 'overlay2',
      disk_quota: false,
    },
    images: [{ name: 'gridloom/base:latest', size_bytes: 1_000 }],
    isolation_gaps: [],
    ...given,
  }
}

export function aGpu(given: Partial<Gpu> = {}): Gpu {
  return {
    index: 0,
    uuid: 'GPU-1',
    vendor: 'nvidia',
    model: 'RTX 4090',
    vram_mib: 24_564,
    driver: '550',
    pci_address: null,
    temperature_c: null,
    power_w: null,
    utilization_percent: null,
    memory_used_mib: null,
    source: 'nvidia-smi',
    ...given,
  }
}

export function aHello(
  given: Partial<Extract<AgentMessage, { kind: 'hello' }>> = {},
): AgentMessage {
  return {
    kind: 'hello',
    protocol: 1,
    agent_version: '0.1.0',
    boot_id: 'boot',
    hardware: aHardware(),
    benchmarks: [],
    gpu_benchmarks: [],
    instances: [],
    usage_through: null,
    rendering: { capability: null, missing: null, scenes: [], chunks: [] },
    inference: { can: false, llama_missing: null, serving: [] },
    ...given,
  }
}

export function aHeartbeat(
  given: Partial<Extract<AgentMessage, { kind: 'heartbeat' }>> = {},
): Extract<AgentMessage, { kind: 'heartbeat' }> {
  return {
    kind: 'heartbeat',
    sequence: 1,
    instances: [],
    metrics: [],
    load: {
      at: '2026-01-01T00:00:00.000Z',
      cpu_percent: 5,
      memory_used_mib: 1_024,
      disk_free_gb: 200,
    },
    chunks: [],
    serving: [],
    ...given,
  }
}
