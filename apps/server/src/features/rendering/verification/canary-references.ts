import { readdir, readFile } from 'node:fs/promises'
import type { EncodedPicture } from '../pictures/pictures.ts'
import { nearestReference } from './judge-canary.ts'

const folder = new URL('./canary-references/', import.meta.url)
const ending = '.png'

export interface CanaryReference {
  version: string
  picture: EncodedPicture
}

/** What the canary looks like, as the version nearest to the wanted one renders it; each is named by its version. */
export async function readReference(version: string): Promise<CanaryReference> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending))
  const versions = names.map((name) => name.slice(0, -ending.length))
  const nearest = nearestReference(version, versions)
  if (nearest === undefined) throw new Error('there is no picture of the canary')
  const bytes = await readFile(new URL(`${nearest}${ending}`, folder))
  return { version: nearest, picture: { bytes, format: 'png' } }
}
