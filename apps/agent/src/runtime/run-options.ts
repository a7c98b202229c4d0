import type { Ulimit } from '@gridloom/contract/templates/docker-options'

/** Options of `docker run` that a renter chooses. What is absent stays that of the image, or of the engine. */
export interface RunOptions {
  /** The size of `/dev/shm`. What is in it counts to the memory of the container. */
  shmBytes?: number | undefined
  ulimits?: readonly Ulimit[] | undefined
  /** Created by the engine if it is missing. */
  workdir?: string | undefined
  /** Runs the container's program, commands, terminals and sessions. */
  user?: string | undefined
}
