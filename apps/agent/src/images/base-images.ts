import { RuntimeFailure } from '../runtime/failure.ts'
import { makeDebian } from './debian-base.ts'
import type { BuiltImage } from './image-maker.ts'
import { makeMinimal } from './minimal-base.ts'
import { createPrograms, type Programs } from './programs.ts'

/** Images that need no registry, because the machine builds them itself. */
export interface BaseImages {
  makes(image: string): boolean
  /** Errors: `RuntimeFailure` with `image_not_found` if something for building it is missing. */
  make(image: string, onStep: (text: string) => void, signal: AbortSignal): Promise<BuiltImage>
}

const repository = 'gridloom/base'

/** `gridloom/base:latest`: busybox, in a second. `gridloom/base:debian`: Debian, in about two minutes. */
export function createBaseImages(programs: Programs = createPrograms()): BaseImages {
  return {
    makes: (image) => image === repository || image.startsWith(`${repository}:`),
    make: (image, onStep, signal) => {
      const making = { image, programs, onStep, signal }
      if (image === repository || image === `${repository}:latest`) return makeMinimal(making)
      if (image === `${repository}:debian`) return makeDebian(making)
      const text = `${image} does not exist. ${repository} has the tags latest and debian.`
      throw new RuntimeFailure('image_not_found', text)
    },
  }
}
