import type { HelperSettings } from '../helper-port.ts'
import { emptyImage } from './empty-image.ts'
import type { Inspected } from './engine-shapes.ts'

/** Label of helpers; instances never have it. */
export const helperLabel = 'gridloom.helper'
/** The device that interfaces are made with. */
export const tun = '/dev/net/tun'
/** Where containers have the toolbox. */
export const toolboxPath = '/.gridloom'

const memoryBytes = 64 * 1024 * 1024

/** A volume, or in tests a folder. */
export interface HelperMount {
  type: string
  source: string
}

/** Returns the mount with the toolbox of a container; `undefined` where it has none. */
export function toolboxMountOf({ Mounts }: Pick<Inspected, 'Mounts'>): HelperMount | undefined {
  const found = Mounts?.find(({ Destination }) => Destination === toolboxPath)
  const source = found?.Name || found?.Source
  return found !== undefined && source ? { type: found.Type, source } : undefined
}

/** Returns the part of `HostConfig` by which every helper is confined: no privilege but what it adds, and bounds. */
export function helperLimits(memoryBytes: number): Record<string, unknown> {
  return {
    Privileged: false,
    RestartPolicy: { Name: 'no' },
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    IpcMode: 'none',
    PidsLimit: 64,
    NanoCpus: 1e9,
    Memory: memoryBytes,
    MemorySwap: memoryBytes,
    LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
  }
}

/**
 * Returns the body of `POST /containers/create` for a helper. Of all privileges it has one, over the network of the
 * container that it joins.
 */
export function helperBody(
  { container, labels, command }: HelperSettings,
  toolbox: HelperMount,
): Record<string, unknown> {
  return {
    Image: emptyImage,
    Labels: { ...labels, [helperLabel]: 'true' },
    Entrypoint: [...command],
    Cmd: [],
    // It keeps nothing: there is nothing to wait for.
    StopSignal: 'SIGKILL',
    HostConfig: {
      ...helperLimits(memoryBytes),
      NetworkMode: `container:${container}`,
      CapAdd: ['NET_ADMIN'],
      Devices: [{ PathOnHost: tun, PathInContainer: tun, CgroupPermissions: 'rw' }],
      Mounts: [{ Type: toolbox.type, Source: toolbox.source, Target: toolboxPath, ReadOnly: true }],
    },
  }
}
