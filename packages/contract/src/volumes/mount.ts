import { z } from 'zod'
import { VolumeId } from '../core/ids.ts'

/** Paths that the kernel, or the agent, has in every instance. */
const reserved = ['/proc', '/sys', '/dev', '/.gridloom', '/.gridloom-start']
/** The agent writes SSH keys there, so that it must be writable. */
export const sshKeysFolder = '/root/.ssh'

/** The folder of an instance where it sees a volume: absolute, without `.`, `..` or a slash at its end. */
export const MountPath = z
  .string()
  .max(255)
  .regex(/^(\/[A-Za-z0-9._@+-]+)+$/, 'Use an absolute path of letters, digits and . _ @ + -')
  .refine((path) => !/\/\.{1,2}(\/|$)/.test(path), 'must not contain . or ..')
  .refine((path) => !reserved.some((it) => folderContains(it, path)), 'This path is reserved')
  .meta({ examples: ['/data'] })
export type MountPath = z.infer<typeof MountPath>

/** A volume is attached to one instance that may write, or to any number that only read. */
export const VolumeMode = z.enum(['read_write', 'read_only'])
export type VolumeMode = z.infer<typeof VolumeMode>

/** A volume as an instance sees it. */
export const VolumeMount = z
  .strictObject({
    volume_id: VolumeId,
    path: MountPath,
    mode: VolumeMode.default('read_write'),
  })
  .refine(({ path, mode }) => mode === 'read_write' || !folderContains(path, sshKeysFolder), {
    message: `must be writable, as SSH keys are stored in ${sshKeysFolder}`,
    path: ['mode'],
  })
export type VolumeMount = z.infer<typeof VolumeMount>

/** Volumes of one instance. */
export const volumesPerInstance = 8

/** The volumes of an instance: none twice, and no path within another. */
export const VolumeMounts = z
  .array(VolumeMount)
  .max(volumesPerInstance)
  .refine(
    (mounts) => new Set(mounts.map(({ volume_id }) => volume_id)).size === mounts.length,
    'A volume can be attached once',
  )
  .refine(
    (mounts) =>
      mounts.every(({ path }, at) =>
        mounts.every((other, place) => place === at || !folderContains(other.path, path)),
      ),
    'No path may be within another',
  )
export type VolumeMounts = z.infer<typeof VolumeMounts>

/** Whether a path is a folder or below it. */
export function folderContains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`)
}
