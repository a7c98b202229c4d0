/** Containers of ours, each of which adds something to the network of an instance's container. */
export interface EngineHelpers {
  /** Returns why there can be none, readable by the provider; `undefined` if there can. */
  obstacle(): Promise<string | undefined>
  /** Starts a helper in the network of a container that runs and has the toolbox, in place of one of the same name. */
  start(settings: HelperSettings, signal: AbortSignal): Promise<void>
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
  /** The container whose network it joins. */
  container: string
  labels: Record<string, string>
  /** A program of the toolbox, with its words. */
  command: readonly string[]
}
