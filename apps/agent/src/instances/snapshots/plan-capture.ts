import {
  type CaptureRequest,
  type SnapshotManifest,
  snapshotLayersMax,
} from '@gridloom/contract/agent/snapshots'
import { Sha256 } from '@gridloom/contract/core/values'
import type { ImageLayers } from '../../runtime/layer-port.ts'
import type { ContainerRuntime } from '../../runtime/port.ts'
import type { InstanceRecord } from '../record.ts'
import { CaptureFailure } from './capture-failure.ts'
import { baseLayersLabel } from './names.ts'

/** What a snapshot consists of: the base image, layers over it, and the folder that the container writes to. */
export interface CapturePlan extends Pick<SnapshotManifest, 'image' | 'architecture' | 'config'> {
  base_diff_ids: Sha256[]
  /** Layers of the image over its base; `folder` is read unless the control plane has the layer. */
  below: { diffId: Sha256; folder: string; isKnown: boolean }[]
  folder: string
}

/** Finds out what has to be read for a snapshot. @throws CaptureFailure */
export async function planCapture(
  runtime: Pick<ContainerRuntime, 'layers'>,
  { spec, container }: Pick<InstanceRecord, 'spec' | 'container'>,
  { known_diff_ids, signal }: Pick<CaptureRequest, 'known_diff_ids'> & { signal: AbortSignal },
): Promise<CapturePlan> {
  const obstacle = await runtime.layers.obstacle(signal)
  if (obstacle !== undefined) throw notSupported(obstacle)
  const own = await runtime.layers.ofContainer(container, signal)
  if (own === undefined) throw new CaptureFailure('no_container', 'The instance has no disk yet.')
  const image = await runtime.layers.ofImage(own.imageId, signal)
  if (image === undefined) throw notSupported('the image of the container is gone')
  const { architecture, config } = image
  if (image.hasVolumes) {
    throw new CaptureFailure(
      'has_volumes',
      'The image keeps data in volumes, which snapshots do not contain.',
    )
  }
  const isReadable = own.folder !== '' && image.folders.length === image.diffIds.length
  if (!isReadable) throw notSupported('the engine does not store its layers with overlay2')
  if (architecture !== 'x64' && architecture !== 'arm64') throw notSupported('of its processor')
  const base = baseLayersOf(image, spec.snapshot !== null)
  if (image.diffIds.length + 1 - base > snapshotLayersMax) throw tooManyLayers()
  const known = new Set<string>(known_diff_ids)
  const diffIds = image.diffIds.map((id) => Sha256.parse(id))
  return {
    image: spec.image,
    architecture,
    config,
    base_diff_ids: diffIds.slice(0, base),
    below: diffIds.slice(base).map((diffId, at) => ({
      diffId,
      folder: image.folders[base + at] ?? '',
      isKnown: known.has(diffId),
    })),
    folder: own.folder,
  }
}

/**
 * Returns how many layers every machine gets by pulling the image. An image that came from no registry is built or
 * imported on its machine, and others have another of its name: its layers become part of the snapshot.
 */
function baseLayersOf({ diffIds, isOfRegistry, labels }: ImageLayers, isRestored: boolean): number {
  if (!isRestored) return isOfRegistry ? diffIds.length : 0
  return Math.min(Number(labels[baseLayersLabel] ?? 0) || 0, diffIds.length)
}

function notSupported(reason: string): CaptureFailure {
  return new CaptureFailure(
    'not_supported',
    `Snapshots cannot be taken on this machine: ${reason}.`,
  )
}

function tooManyLayers(): CaptureFailure {
  const text = `An instance can be restored from its snapshots at most ${snapshotLayersMax - 1} times in a row.`
  return new CaptureFailure('too_many_layers', text)
}
