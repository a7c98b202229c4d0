/** The folder in which a helper sees the disk that it holds. */
export const heldDiskFolder = '/disk'

/** Containers of ours, each of which adds something to an instance's container: to its network, or to its disk. */
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
  /** Kills and removes a helper, by its name or id. */
  remove(name: string, signal: AbortSignal): Promise<void>
  /** Returns the helpers with this label (`name` or `name=value`), in any state. */
  list(
    label: string,
    signal: AbortSignal,
  ): Promise<{ id: string; labels: Record<string, string> }[]>
}

export interface HelperSettings {
  name: string
  /** The container whose network it joins, or whose disk it holds. */
  container: string
  labels: Record<string, string>
  /** A program of the toolbox, with its words. */
  command: readonly string[]
}
