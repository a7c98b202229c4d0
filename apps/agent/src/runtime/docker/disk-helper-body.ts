import { join } from 'node:path'
import { heldDiskFolder } from '../helper-port.ts'
import { emptyImage } from './empty-image.ts'
import type { HeldDisk } from './held-disk.ts'
import { type HelperMount, helperLabel, helperLimits, toolboxPath } from './helper-body.ts'

const memoryBytes = 256 * 1024 * 1024

/** What an SFTP server of root needs to change files of any owner; neither devices nor mounts. */
const capabilities = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'SYS_CHROOT']

/**
 * Returns the body of `POST /containers/create` for a helper that holds a disk. It has no network and no privilege over
 * the machine: what is on the disk could be a program that somehow gets started, and then is confined as its instance
 * was. The disk is an anonymous volume, which the engine mounts with the helper and unmounts with it.
 */
export function diskHelperBody(
  labels: Record<string, string>,
  { overlay, toolbox, volumes }: HeldDisk,
): Record<string, unknown> {
  const inside = (path: string) => join(heldDiskFolder, path)
  return {
    Image: emptyImage,
    Labels: { ...labels, [helperLabel]: 'true' },
    Entrypoint: [join(toolboxPath, 'bin/busybox'), 'tail', '-f', '/dev/null'],
    Cmd: [],
    // It keeps nothing: there is nothing to wait for.
    StopSignal: 'SIGKILL',
    HostConfig: {
      ...helperLimits(memoryBytes),
      NetworkMode: 'none',
      Init: true,
      CapAdd: capabilities,
      Mounts: [
        overlayMount(overlay),
        readOnlyMount(toolbox, toolboxPath),
        readOnlyMount(toolbox, inside(toolboxPath)),
        // Over what the disk has there: programs expect this device, and may have no other.
        { Type: 'tmpfs', Target: inside('/dev'), TmpfsOptions: { SizeBytes: 65_536 } },
        { Type: 'bind', Source: '/dev/null', Target: inside('/dev/null') },
        ...volumes.map(({ target, readOnly, ...mount }) => ({
          ...mountOf(mount, inside(target)),
          ReadOnly: readOnly,
        })),
      ],
    },
  }
}

function overlayMount(options: string) {
  const driver = { type: 'overlay', device: 'overlay', o: options }
  return {
    Type: 'volume',
    Target: heldDiskFolder,
    VolumeOptions: { NoCopy: true, DriverConfig: { Name: 'local', Options: driver } },
  }
}

function readOnlyMount(mount: HelperMount, target: string) {
  return { ...mountOf(mount, target), ReadOnly: true }
}

function mountOf({ type, source }: HelperMount, target: string) {
  const options =
    type === 'volume'
      ? { VolumeOptions: { NoCopy: true } }
      : { BindOptions: { Propagation: 'rprivate' } }
  return { Type: type, Source: source, Target: target, ...options }
}
