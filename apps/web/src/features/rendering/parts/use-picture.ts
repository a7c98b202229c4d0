import type { Client } from '@gridloom/client/calls'
import type { RenderJobId } from '@gridloom/contract/core/ids'
import { createContext, use, useEffect, useState } from 'react'
import {
  createPictureCache,
  type PictureCache,
  type PictureKey,
  type PictureOutcome,
} from './picture-cache.ts'

/** Creates the cache for one job's pictures, fetched with the user's token, which an `<img>` could not send. */
export function picturesOf(client: Client, id: RenderJobId): PictureCache {
  return createPictureCache({
    async load({ frame, size }, signal) {
      const call = { params: { id, frame }, query: { size }, signal }
      return (await client.rendering.picture(call)).blob()
    },
    address: (picture) => URL.createObjectURL(picture),
    release: (address) => URL.revokeObjectURL(address),
  })
}

const PicturesContext = createContext<PictureCache | undefined>(undefined)
/** Provides the job's pictures to its children. */
export const PicturesProvider = PicturesContext

export function usePictures(): PictureCache {
  const pictures = use(PicturesContext)
  if (pictures === undefined) throw new TypeError('no PicturesProvider above this component')
  return pictures
}

/** Returns a picture once it is loaded, requested while the caller is mounted. `undefined` while loading. */
export function usePicture(key: PictureKey): PictureOutcome | undefined {
  const pictures = usePictures()
  const { frame, size, sha256 } = key
  const name = `${frame}/${size}/${sha256}`
  const [loaded, setLoaded] = useState<{ name: string; outcome: PictureOutcome }>()
  useEffect(() => {
    const wanted = { frame, size, sha256 }
    const address = pictures.peek(wanted)
    const publish = (outcome: PictureOutcome) =>
      setLoaded({ name: `${frame}/${size}/${sha256}`, outcome })
    if (address !== undefined) return publish({ kind: 'here', address })
    return pictures.want(wanted, publish)
  }, [pictures, frame, size, sha256])
  return loaded?.name === name ? loaded.outcome : undefined
}
