import { join } from 'node:path'
import { z } from 'zod'
import { readTextIfThere, writeWhole } from '../host/files.ts'

/**
 * The images that this agent brought to the machine: name with tag → id. What else the engine holds is the
 * provider's own, and nobody else's to see or use.
 */
export interface OwnImages {
  has(name: string, id: string): Promise<boolean>
  add(name: string, id: string): Promise<void>
}

const Known = z.record(z.string(), z.string())

/** The list in `<dataDir>/images.json`. One that cannot be read is empty: its images are fetched again. */
export function openOwnImages(dataDir: string): OwnImages {
  const path = join(dataDir, 'images.json')
  let known: Promise<Map<string, string>> | undefined
  let writing: Promise<unknown> = Promise.resolve()

  async function read(): Promise<Map<string, string>> {
    const text = await readTextIfThere(path)
    try {
      return new Map(Object.entries(Known.parse(JSON.parse(text ?? '{}'))))
    } catch {
      // @NOTE a file that was cut off costs a pull, and gives nothing away
      return new Map()
    }
  }
  const open = () => {
    known ??= read()
    return known
  }

  return {
    has: async (name, id) => (await open()).get(withTag(name)) === id,
    add: async (name, id) => {
      const all = await open()
      if (all.get(withTag(name)) === id) return
      all.set(withTag(name), id)
      const write = () => writeWhole(path, JSON.stringify(Object.fromEntries(all)), 0o600)
      writing = writing.then(write, write)
      await writing
    },
  }
}

/** `debian` → `debian:latest`, as engines list it. */
export function withTag(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1)
  return /[:@]/.test(name) ? image : `${image}:latest`
}
