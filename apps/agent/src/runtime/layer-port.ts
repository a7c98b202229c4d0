import type { SnapshotImageConfig } from '@gridloom/contract/agent/snapshots'

/** The layers that images and containers consist of, as archives of OCI image layers. */
export interface EngineLayers {
  /** Returns why layers cannot be read here, readable by the provider; `undefined` if they can. */
  obstacle(signal: AbortSignal): Promise<string | undefined>
  /** Returns the layers of an image; `undefined` if there is none of this name or id. */
  ofImage(image: string, signal: AbortSignal): Promise<ImageLayers | undefined>
  /** Returns the layer that a container writes to; `undefined` if there is no such container. */
  ofContainer(name: string, signal: AbortSignal): Promise<ContainerLayer | undefined>
  /** Reads a folder with a layer, at the reader's pace. Throws where a file changes meanwhile. */
  read(folder: string, signal: AbortSignal): AsyncGenerator<LayerPart>
  /** Pauses all processes of a container that runs; returns whether it did. */
  pause(name: string, signal: AbortSignal): Promise<boolean>
  /** Lets a paused container go on. May be repeated. */
  resume(name: string, signal: AbortSignal): Promise<void>
}

export interface ImageLayers {
  /** SHA-256 of each layer's archive, from the lowest up. */
  diffIds: string[]
  /** The folder of each; empty where the engine does not say. */
  folders: string[]
  /** Whether a registry has it under a digest. */
  isOfRegistry: boolean
  hasVolumes: boolean
  labels: Record<string, string>
  config: SnapshotImageConfig
  architecture: string | undefined
}

export interface ContainerLayer {
  imageId: string
  folder: string
}

/** A portion of a layer's archive. */
export interface LayerPart {
  bytes: Buffer
  /** The name and content of the entry that begins with this portion; `undefined` within one. */
  entry: { name: string; bytes: number } | undefined
}
