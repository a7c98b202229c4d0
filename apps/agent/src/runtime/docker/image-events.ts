import { ImageEvent } from './engine-shapes.ts'
import { jsonLines } from './json-lines.ts'

/** How long an engine may be silent while it pulls, loads or imports. */
export const pullIdleMs = 180_000

/** Yields the events of a pull, load or import. */
export async function* imageEvents(stream: AsyncIterable<Uint8Array>): AsyncIterable<ImageEvent> {
  for await (const line of jsonLines(stream)) {
    const event = ImageEvent.safeParse(line)
    if (event.success) yield event.data
  }
}

/** `host:5000/name:tag@digest` → repository and tag; the engine accepts a digest as the tag. */
export function splitReference(image: string): { repository: string; tag: string } {
  const [name = '', digest] = image.split('@')
  const colon = name.lastIndexOf(':')
  const hasTag = colon > name.lastIndexOf('/')
  const repository = hasTag ? name.slice(0, colon) : name
  const tag = hasTag ? name.slice(colon + 1) : 'latest'
  return { repository, tag: digest ?? tag }
}
