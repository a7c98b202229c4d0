/** The folder in which a helper sees the disk that it holds. */
export const heldDiskFolder = '/disk'

/**
 * Containers of ours: each adds something to an instance's container, to its network or to its disk, or sees a volume that
 * no instance needs to have.
 */
export interface EngineHelpers {
  /** Returns why there can be none, readable by the provider; `undefined` if there can. */
  obstacle(): Promise<string | undefined>
  /** Starts a helper in the network of a container that runs and has the toolbox, in place of one of the same name. */
  start(settings: HelperSettings, signal: AbortSignal): Promise<void>
  /**
   * Starts a helper that has the disk of a container that does not run at {@link heldDiskFolder}, with its volumes, and
   * no network; in place of one of the same name. Nothing else may use the container until the helper is removed.
   * Throws `RuntimeFailure` where the disk is not bounded, or cannot be mounted.
   */
  holdDisk(settings: Omit<HelperSettings, 'command'>, signal: AbortSignal): Promise<void>
  /**
   * Starts a helper that has a volume of this machine and the programs of the toolbox, and no network. Its root is
   * read-only but for a folder in memory for temporary files. Errors: `disk_lost` where the volume is missing.
   */
  holdVolume(settings: VolumeHelperSettings, signal: AbortSignal): Promise<void>
  /** Kills and removes a helper, by its name or id. */
  remove(name: string, signal: AbortSignal): Promise<void>
  /** Returns the helpers with this label (`name` or `name=value`), in any state. */
  list(
    label: string,
    signal: AbortSignal,
  ): Promise<{ id: string; labels: Record<string, string> }[]>
}

export interface VolumeHelperSettings {
  name: string
  labels: Record<string, string>
  volume: string
  /** Where the helper has it. */
  path: string
  access: 'read_only' | 'read_write'
  /** The engine's volume with the toolbox. */
  toolbox: { volume: string }
  /** It ends by itself after so long, also where no agent is left that would remove it. */
  secondsMax: number
}

export interface HelperSettings {
  name: string
  /** The container whose network it joins, or whose disk it holds. */
  container: string
  labels: Record<string, string>
  /** A program of the toolbox, with its words. */
  command: readonly string[]
}
