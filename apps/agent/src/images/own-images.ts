import { join } from 'node:path'
import { z } from 'zod'
import { readTextIfThere, writeWhole } from '../host/files.ts'

/**
 * The images that this agent brought to the machine, by name with tag. All other images of the engine are the
 * provider's own: no renter may see or use them.
 */
export interface OwnImages {
  has(name: string, id: string): Promise<boolean>
  /** Whether it was pulled with a login: others may neither see nor use it without asking the registry. */
  isPrivate(name: string, id: string): Promise<boolean>
  /** Records an image that was fetched, in place of the one that had its name before. */
  add(image: FetchedImage, at: Date): Promise<void>
  /** Records that an instance uses the image now. */
  touch(name: string, at: Date): Promise<void>
  /** Returns our images that were not used since then, the longest unused first. */
  unusedSince(at: Date): Promise<{ name: string; id: string }[]>
  forget(name: string): Promise<void>
}

export interface FetchedImage {
  name: string
  id: string
  /** The engine did not have it before, so that it is not an image of the provider. */
  isOurs: boolean
  /** It was pulled with a login. */
  isPrivate: boolean
}

/** The last use of an image is written to disk at most this often. */
const touchEveryMs = 3_600_000

const Entry = z.object({
  id: z.string(),
  is_ours: z.boolean(),
  used_at_ms: z.number(),
  is_private: z.boolean().default(false),
})
type Entry = z.infer<typeof Entry>

/** Earlier agents stored the id alone: the owner of such an image is unknown, so it stays. */
const Known = z.record(
  z.string(),
  Entry.or(
    z.string().transform((id) => ({ id, is_ours: false, used_at_ms: 0, is_private: false })),
  ),
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
    isPrivate: async (name, id) => {
      const entry = (await open()).get(withTag(name))
      return entry?.id === id && entry.is_private
    },
    add: async ({ name, id, isOurs, isPrivate }, at) => {
      const all = await open()
      const before = all.get(withTag(name))
      const wasOurs = before?.id === id && before.is_ours
      // The one that lost its name is freed like the others; engines find it by its id.
      if (before?.is_ours && before.id !== id) all.set(`sha256:${before.id}`, before)
      const entry = { id, is_ours: isOurs || wasOurs, used_at_ms: at.getTime() }
      all.set(withTag(name), { ...entry, is_private: isPrivate })
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

/** How Docker Hub is named in front of an image, which engines omit. */
const hubPrefix = /^(?:(?:index\.)?docker\.io\/)?(?:library\/(?=[^/]+$))?/

/** `debian` and `docker.io/library/debian` → `debian:latest`, as engines list it. */
export function withTag(image: string): string {
  const listed = image.replace(hubPrefix, '')
  const name = listed.slice(listed.lastIndexOf('/') + 1)
  return /[:@]/.test(name) ? listed : `${listed}:latest`
}
