import { z } from 'zod'

/** The parts of the engine's answers that the agent reads. All other fields are dropped. */

/** The engine writes year 1 for "never". */
const When = z.string().transform((at) => (at === '' || at.startsWith('0001-') ? null : at))

export const EngineVersion = z.object({
  Version: z.string(),
  ApiVersion: z.string(),
  /** As Go names it: `amd64`. */
  Arch: z.string().nullish(),
  Components: z
    .array(
      z.object({
        Name: z.string(),
        Version: z.string().nullish(),
        Details: z.object({ GitCommit: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
})
export type EngineVersion = z.infer<typeof EngineVersion>

export const EngineHost = z.object({
  Driver: z.string(),
  /** The engine's data folder; empty if it does not report it. */
  DockerRootDir: z.string().default(''),
  DriverStatus: z.array(z.array(z.string())).nullish(),
  Runtimes: z.record(z.string(), z.unknown()).nullish(),
  /** Such as `name=seccomp,profile=default`. */
  SecurityOptions: z.array(z.string()).nullish(),
  MemoryLimit: z.boolean().nullish(),
  PidsLimit: z.boolean().nullish(),
  CpuCfsQuota: z.boolean().nullish(),
  /** Whether containers can be bound to CPUs, and the number of CPUs. */
  CPUSet: z.boolean().nullish(),
  NCPU: z.int().nullish(),
})
export type EngineHost = z.infer<typeof EngineHost>

/** An image's id, its platform, its unpacked size, and the paths of its declared volumes. */
export const ImageInspected = z.object({
  Id: z.string(),
  Os: z.string().default(''),
  Architecture: z.string().default(''),
  Size: z.int().default(0),
  Config: z.object({ Volumes: z.record(z.string(), z.unknown()).nullish() }).nullish(),
})

/** An image with the folders of its layers. */
export const ImageWithLayers = z.object({
  Architecture: z.string().nullish(),
  RepoDigests: z.array(z.string()).nullish(),
  RootFS: z.object({ Layers: z.array(z.string()).nullish() }).nullish(),
  GraphDriver: z
    .object({ Name: z.string(), Data: z.record(z.string(), z.string()).nullish() })
    .nullish(),
  Config: z
    .object({
      Volumes: z.record(z.string(), z.unknown()).nullish(),
      Labels: z.record(z.string(), z.string()).nullish(),
      User: z.string().nullish(),
      Env: z.array(z.string()).nullish(),
      Entrypoint: z.array(z.string()).nullish(),
      Cmd: z.array(z.string()).nullish(),
      WorkingDir: z.string().nullish(),
      StopSignal: z.string().nullish(),
    })
    .nullish(),
})
export type ImageWithLayers = z.infer<typeof ImageWithLayers>

export const ContainerWithLayer = z.object({
  Image: z.string(),
  GraphDriver: z
    .object({ Name: z.string(), Data: z.record(z.string(), z.string()).nullish() })
    .nullish(),
})

export const ImageList = z.array(
  z.object({ Id: z.string(), RepoTags: z.array(z.string()).nullish(), Size: z.int() }),
)

export const Inspected = z.object({
  Id: z.string(),
  Name: z.string(),
  SizeRw: z.int().nullish(),
  /** Folders of the container's own layer; the containerd image store does not report them. */
  GraphDriver: z.object({ Data: z.record(z.string(), z.string()).nullish() }).nullish(),
  State: z.object({
    Status: z.string(),
    Running: z.boolean(),
    OOMKilled: z.boolean(),
    ExitCode: z.int(),
    StartedAt: When,
    FinishedAt: When,
    /** Of its first process, in the engine's own process ids; 0 while it does not run. */
    Pid: z.int().nullish(),
  }),
  Config: z.object({ Labels: z.record(z.string(), z.string()).nullish() }),
  /** The commands that run in it beside its own. */
  ExecIDs: z.array(z.string()).nullish(),
  /** Such as `0-3,8`; empty for all. */
  HostConfig: z
    .object({ CpusetCpus: z.string().nullish(), NetworkMode: z.string().nullish() })
    .nullish(),
  NetworkSettings: z
    .object({ Networks: z.record(z.string(), z.object({ IPAddress: z.string() })).nullish() })
    .nullish(),
  Mounts: z
    .array(
      z.object({
        Type: z.string(),
        Name: z.string().nullish(),
        Source: z.string().nullish(),
        Destination: z.string(),
        RW: z.boolean().nullish(),
      }),
    )
    .nullish(),
})
export type Inspected = z.infer<typeof Inspected>

export const NetworkList = z.array(
  z.object({
    Name: z.string(),
    Created: z.string().nullish(),
    Labels: z.record(z.string(), z.string()).nullish(),
  }),
)
export const VolumeInspected = z.object({ CreatedAt: z.string().nullish() })

export const VolumeList = z.object({
  Volumes: z.array(z.object({ Name: z.string() })).nullish(),
})

export const ContainerList = z.array(
  z.object({ Id: z.string(), Labels: z.record(z.string(), z.string()).nullish() }),
)

export const CreatedExec = z.object({ Id: z.string() })
export const ExecInspected = z.object({
  Running: z.boolean(),
  ExitCode: z.int().nullable(),
  Pid: z.int().nullish(),
  ContainerID: z.string(),
  ProcessConfig: z
    .object({ entrypoint: z.string().nullish(), arguments: z.array(z.string()).nullish() })
    .nullish(),
})
export type ExecInspected = z.infer<typeof ExecInspected>

export const EngineEvent = z.object({
  Action: z.string(),
  Actor: z.object({ Attributes: z.record(z.string(), z.string()).nullish() }),
})

/** One line of a pull, load or import. */
export const ImageEvent = z.object({
  status: z.string().optional(),
  id: z.string().optional(),
  stream: z.string().optional(),
  error: z.string().optional(),
  progressDetail: z
    .object({ current: z.number().optional(), total: z.number().optional() })
    .nullish(),
})
export type ImageEvent = z.infer<typeof ImageEvent>

export const EngineStats = z.object({
  cpu_stats: z.object({ cpu_usage: z.object({ total_usage: z.number() }) }),
  memory_stats: z.object({
    usage: z.number().default(0),
    limit: z.number().default(0),
    stats: z.record(z.string(), z.unknown()).nullish(),
  }),
  networks: z
    .record(z.string(), z.object({ rx_bytes: z.number(), tx_bytes: z.number() }))
    .nullish(),
  blkio_stats: z
    .object({
      io_service_bytes_recursive: z
        .array(z.object({ op: z.string(), value: z.number() }))
        .nullish(),
    })
    .nullish(),
})
export type EngineStats = z.infer<typeof EngineStats>
