import type { Progress } from '@gridloom/contract/instances/instance'

/** Pulls an image where it is not on the machine; see `src/images`. */
export type EnsureImage = (
  image: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<void>
