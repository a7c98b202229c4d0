import type { Hardware } from '@gridloom/contract/machines/hardware'

/** The default hardware of a test machine: no GPU, and the engine is for the caller to add. */
export const usualHardware: Hardware = {
  hostname: 'machine',
  os: 'Debian GNU/Linux 12',
  kernel: '6.1.0',
  arch: 'x64',
  cpu_model: 'AMD EPYC 7763',
  cpu_cores: 4,
  cpu_threads: 8,
  memory_mib: 32_768,
  disk_total_gb: 500,
  disk_free_gb: 400,
  gpus: [],
  engine: null,
  images: [],
  isolation_gaps: [],
}

/** A machine with two GPUs, as overrides. */
export const gpuHardware: Partial<Hardware> = {
  cpu_model: 'AMD EPYC 9354',
  cpu_cores: 32,
  cpu_threads: 64,
  memory_mib: 262_144,
  engine: {
    kind: 'fake',
    version: '1.0',
    api_version: '1.41',
    runtimes: ['fake', 'nvidia'],
    storage_driver: 'memory',
    disk_quota: false,
  },
  gpus: [0, 1].map((index) => ({
    index,
    uuid: `GPU-00000000-0000-0000-0000-00000000000${index}`,
    vendor: 'nvidia',
    model: 'NVIDIA GeForce RTX 4090',
    vram_mib: 24_564,
    driver: '570.86.15',
    pci_address: `0000:0${index + 1}:00.0`,
    temperature_c: 41,
    power_w: 62,
    utilization_percent: 0,
    memory_used_mib: 1,
    source: 'nvidia-smi',
  })),
}
