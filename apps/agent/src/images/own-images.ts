import { join } from 'node:path'
import { z } from 'zod'
import { readTextIfThere, writeWhole } from '../host/files.ts'

/**
 * The images that this agent brought to the machine, by name with tag. All other images of the engine are the
 * provider's own: no renter may see or use them.
 */
export interface OwnImages {
  has(name: string, id: string): Promise<boolean>
  /** `isOurs`: the engine did not have it before, so that it is not an image of the provider. */
  add(image: { name: string; id: string; isOurs: boolean }, at: Date): Promise<void>
  /** Records that an instance uses the image now. */
  touch(name: string, at: Date): Promise<void>
  /** Returns our images that were not used since then, the longest unused first. */
  unusedSince(at: Date): Promise<{ name: string; id: string }[]>
  forget(name: string): Promise<void>
}

/** The last use of an image is written to disk at most this often. */
const touchEveryMs = 3_600_000

const Entry = z.object({ id: z.string(), is_ours: z.boolean(), used_at_ms: z.number() })
type Entry = z.infer<typeof Entry>

/** Earlier agents stored the id alone: the owner of such an image is unknown, so it stays. */
const Known = z.record(
  z.string(),
  Entry.or(z.string().transform((id) => ({ id, is_ours: false, used_at_ms: 0 }))),
)

/** Opens the list in `<dataDir>/images.json`. If it cannot be read it is empty, and its images are fetched again. */
export function openOwnImages(dataDir: string): OwnImages {
  const path = join(dataDir, 'images.json')
  let known: Promise<Map<string, Entry>> | undefined
  let writing: Promise<unknown> = Promise.resolve()

  async function read(): Promise<Map<string, Entry>> {
    const text = await readTextIfThere(path)
    try {
      return new Map(Object.entries(Known.parse(JSON.parse(text ?? '{}'))))
    } catch {
      // @NOTE a truncated file costs a pull and discloses nothing
      return new Map()
    }
  }
  const open = () => {
    known ??= read()
    return known
  }

  async function save(all: Map<string, Entry>): Promise<void> {
    const write = () => writeWhole(path, JSON.stringify(Object.fromEntries(all)), 0o600)
    writing = writing.then(write, write)
    await writing
  }

  return {
    has: async (name, id) => (await open()).get(withTag(name))?.id === id,
    add: async ({ name, id, isOurs }, at) => {
      const all = await open()
      const before = all.get(withTag(name))
      const wasOurs = before?.id === id && before.is_ours
      all.set(withTag(name), { id, is_ours: isOurs || wasOurs, used_at_ms: at.getTime() })
      await save(all)
    },
    touch: async (name, at) => {
      const all = await open()
      const entry = all.get(withTag(name))
      if (entry === undefined || at.getTime() - entry.used_at_ms < touchEveryMs) return
      entry.used_at_ms = at.getTime()
      await save(all)
    },
    unusedSince: async (at) =>
      [...(await open())]
        .filter(([, { is_ours, used_at_ms }]) => is_ours && used_at_ms < at.getTime())
        .toSorted(([, one], [, other]) => one.used_at_ms - other.used_at_ms)
        .map(([name, { id }]) => ({ name, id })),
    forget: async (name) => {
      const all = await open()
      if (all.delete(withTag(name))) await save(all)
    },
  }
}

/** `debian` → `debian:latest`, as engines list it. */
export function withTag(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1)
  return /[:@]/.test(name) ? image : `${image}:latest`
}
