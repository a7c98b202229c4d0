import { join } from 'node:path'
import type { VolumeHelperSettings } from '../helper-port.ts'
import type { BoundFolder } from './container-body.ts'
import { emptyImage } from './empty-image.ts'
import { helperLabel, helperLimits, toolboxPath } from './helper-body.ts'

const mib = 1024 * 1024
/** The temporary files are part of it. */
const memoryBytes = 768 * mib
const temporaryBytes = 256 * mib

/** Over the files of a volume, whoever owns them: as root of an instance has, and to write only where it may. */
const capabilities = {
  read_only: ['DAC_OVERRIDE'],
  read_write: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID'],
} as const

/**
 * Returns the body of `POST /containers/create` for a helper that has a volume. It has no network, no device, and nothing
 * of the machine or of any instance; what it runs is of the toolbox. Nothing of the volume is run.
 */
export function volumeHelperBody(
  { labels, access, toolbox, secondsMax }: VolumeHelperSettings,
  { source, target, readOnly }: BoundFolder,
): Record<string, unknown> {
  return {
    Image: emptyImage,
    Labels: { ...labels, [helperLabel]: 'true' },
    Entrypoint: [join(toolboxPath, 'bin/busybox'), 'sleep', String(secondsMax)],
    Cmd: [],
    // It keeps nothing: there is nothing to wait for.
    StopSignal: 'SIGKILL',
    HostConfig: {
      ...helperLimits(memoryBytes),
      NetworkMode: 'none',
      Init: true,
      ReadonlyRootfs: true,
      CapAdd: [...capabilities[access]],
      Mounts: [
        {
          ...{ Type: 'volume', Source: toolbox.volume, Target: toolboxPath, ReadOnly: true },
          VolumeOptions: { NoCopy: true },
        },
        {
          ...{ Type: 'bind', Source: source, Target: target, ReadOnly: readOnly },
          BindOptions: { Propagation: 'rprivate' },
        },
        { Type: 'tmpfs', Target: '/tmp', TmpfsOptions: { SizeBytes: temporaryBytes, Mode: 0o700 } },
      ],
    },
  }
}
