/** Disks of this agent that outlive the containers which see them; see `ContainerSettings.volumes`. */
export interface EngineVolumeDisks {
  /** Returns why there can be none here, readable by the provider; `undefined` if there can. */
  obstacle(signal: AbortSignal): Promise<string | undefined>
  /** Creates a disk unless it exists. Errors: `disk_full`, `create_refused`. */
  create(disk: { name: string; bytes: number }, signal: AbortSignal): Promise<void>
  /** Lists the complete disks. Rejects where they cannot be seen now. */
  list(signal: AbortSignal): Promise<KeptDisk[]>
  remove(name: string, signal: AbortSignal): Promise<void>
  /** Deletes what an agent left that was killed while it created a disk. */
  clearPartial(signal: AbortSignal): Promise<void>
}

export interface KeptDisk {
  name: string
  bytes: number
  /** `undefined` while it is not mounted. */
  usedBytes: number | undefined
}

/** A disk of {@link EngineVolumeDisks} that a container sees. */
export interface AttachedDisk {
  name: string
  path: string
  mode: 'read_write' | 'read_only'
}
