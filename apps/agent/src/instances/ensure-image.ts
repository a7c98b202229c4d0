import type { Progress } from '@gridloom/contract/instances/instance'
import type { WantedImage } from '../images/wanted-image.ts'

/** Pulls an image where it is not on the machine; see `src/images`. */
export type EnsureImage = (
  wanted: WantedImage,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
) => Promise<void>
