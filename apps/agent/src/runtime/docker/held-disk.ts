import { access, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Execute } from '../../host/execute.ts'
import { RuntimeFailure } from '../failure.ts'
import { diskLabel } from './bounded-containers.ts'
import { findEngineProcess } from './disks/engine-process.ts'
import type { Inspected } from './engine-shapes.ts'
import { type HelperMount, toolboxMountOf, toolboxPath } from './helper-body.ts'

/** The file system of a container that does not run, as options of a mount. */
export interface HeldDisk {
  /** Options of overlayfs. */
  overlay: string
  toolbox: HelperMount
  /** What the container has mounted besides. */
  volumes: readonly (HelperMount & { target: string; readOnly: boolean })[]
}

/** The kernel takes a page of options, its final NUL included. Source: mount(2). */
const optionsMax = 4_095
/** There since kernel 4.13; with an index, a disk that was mounted without one cannot be mounted again. */
const indexParameter = '/sys/module/overlay/parameters/index'

/**
 * Returns how the disk of a container is mounted as the engine mounts it to start the container: the layers of its
 * image, and over them its own layer on its bounded disk. @throws RuntimeFailure where that is not possible
 */
export async function heldDiskOf(found: Inspected, execute: Execute): Promise<HeldDisk> {
  if (found.State.Running) throw notHeld('the container runs')
  if (found.Config.Labels?.[diskLabel] === undefined) throw notHeld('it is not bounded')
  const toolbox = toolboxMountOf(found)
  if (toolbox === undefined) throw notHeld('the instance has no toolbox')
  const { UpperDir: upper, WorkDir: work } = found.GraphDriver?.Data ?? {}
  const engine = await findEngineProcess(execute)
  if (upper === undefined || work === undefined || engine === undefined)
    throw notHeld('Docker does not report where it stores its files')
  // The engine's short links: with the paths of the layers, images of 40 layers would be too long.
  const links = await readFile(engine.pathOf(join(dirname(upper), 'lower')), 'utf8')
  const root = dirname(dirname(upper))
  const lower = links
    .trim()
    .split(':')
    .map((link) => join(root, link))
    .join(':')
  const index = (await hasIndex()) ? 'index=off,' : ''
  const overlay = `nosuid,nodev,${index}lowerdir=${lower},upperdir=${upper},workdir=${work}`
  if (overlay.length > optionsMax) throw notHeld('its image has too many layers')
  return { overlay, toolbox, volumes: volumesOf(found) }
}

/** Returns the failure of a disk that cannot be held. */
export function notHeld(reason: string): RuntimeFailure {
  return new RuntimeFailure(
    'start_failed',
    `The disk can’t be changed while it is stopped: ${reason}.`,
  )
}

/** Without the views of the host's memory and CPUs, and the toolbox. */
function volumesOf({ Mounts }: Inspected): HeldDisk['volumes'] {
  return (Mounts ?? []).flatMap(({ Type, Name, Source, Destination, RW }) => {
    const source = Type === 'volume' ? Name : Source
    const isOfHost = /^\/(proc|sys|dev)(\/|$)/.test(Destination) || Destination === toolboxPath
    if (isOfHost || !source) return []
    return [{ type: Type, source, target: Destination, readOnly: RW === false }]
  })
}

async function hasIndex(): Promise<boolean> {
  return access(indexParameter).then(
    () => true,
    () => false,
  )
}
