import { z } from 'zod'
import { limits } from '../core/constants.ts'
import { MountPath, VolumeMode, volumesPerInstance } from '../volumes/mount.ts'
import { VolumeName } from '../volumes/volume-name.ts'
import { Environment, Port } from './container-fields.ts'

/** The limits of a process that `--ulimit` may set. Source: Docker, `units.Ulimit`. */
export const UlimitName = z.enum([
  'core',
  'cpu',
  'data',
  'fsize',
  'locks',
  'memlock',
  'msgqueue',
  'nofile',
  'nproc',
  'rss',
  'sigpending',
  'stack',
])
export type UlimitName = z.infer<typeof UlimitName>

/** A limit of the processes in a container; -1: none. */
export const Ulimit = z.strictObject({
  name: UlimitName,
  soft: z.int().min(-1),
  hard: z.int().min(-1),
})
export type Ulimit = z.infer<typeof Ulimit>

/** A volume of the renter's account, by its name, which must be on the machine of the order. */
export const NamedMount = z.strictObject({
  name: VolumeName,
  path: MountPath,
  mode: VolumeMode,
})
export type NamedMount = z.infer<typeof NamedMount>

/** A user of the container as `--user` takes it: names or numbers, with or without a group. */
export const ContainerUser = z
  .string()
  .max(64)
  .regex(/^[a-z0-9_][a-z0-9_-]*(?::[a-z0-9_][a-z0-9_-]*)?$/, 'must be a user such as 1000:1000')
  .meta({ examples: ['1000:1000'] })

export const Hostname = z
  .string()
  .max(63)
  .regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'Use lower-case letters, digits and dashes')
  .meta({ examples: ['trainer'] })

export const WorkingDirectory = z
  .string()
  .max(255)
  .regex(/^\/[ -~]*$/, 'must be an absolute path')
  .meta({ examples: ['/workspace'] })

/** Options of a container that its machine applies. */
export const ContainerOptions = z.strictObject({
  /** Size of `/dev/shm`, counted to the memory of the instance; `null`: Docker's 64 MiB. */
  shm_mib: z.int().min(1).max(limits.shmMibMax).nullable(),
  ulimits: z.array(Ulimit).max(UlimitName.options.length),
  workdir: WorkingDirectory.nullable(),
  user: ContainerUser.nullable(),
  hostname: Hostname.nullable(),
})
export type ContainerOptions = z.infer<typeof ContainerOptions>

/** What `docker_options` of a template says, once parsed. */
export const DockerOptions = z.strictObject({
  ...ContainerOptions.shape,
  env: Environment,
  ports: z.array(Port).max(limits.ports),
  volumes: z.array(NamedMount).max(volumesPerInstance),
})
export type DockerOptions = z.infer<typeof DockerOptions>

export const noContainerOptions: ContainerOptions = {
  shm_mib: null,
  ulimits: [],
  workdir: null,
  user: null,
  hostname: null,
}
