import type { ImageArchive } from '../runtime/port.ts'
import type { Programs } from './programs.ts'

/** An image that was made, and what to clean up once it is imported. */
export interface MadeImage extends AsyncDisposable {
  archive: ImageArchive
}

/** What making an image needs. */
export interface Making {
  image: string
  programs: Programs
  onStep: (text: string) => void
  signal: AbortSignal
}
