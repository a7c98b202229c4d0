import type { ImageArchive } from '../runtime/port.ts'
import type { Programs } from './programs.ts'

/** A built image, and the clean-up once it is imported. */
export interface BuiltImage extends AsyncDisposable {
  archive: ImageArchive
}

/** The input for building an image. */
export interface ImageBuild {
  image: string
  programs: Programs
  onStep: (text: string) => void
  signal: AbortSignal
}
