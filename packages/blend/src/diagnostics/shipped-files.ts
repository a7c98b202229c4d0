import type { BlendReference } from '@gridloom/contract/rendering/blend-facts'

/** The files of an upload, to look up whether the references of a .blend are among them. */
export class ShippedFiles {
  readonly #files: ReadonlySet<string>
  readonly #folders = new Set<string>()
  /** Paths with the number of a frame or tile replaced. */
  readonly #patterns = new Set<string>()
  readonly #regardlessOfCase = new Map<string, string>()

  constructor(paths: Iterable<string>) {
    this.#files = new Set(paths)
    for (const path of this.#files) {
      this.#patterns.add(patternOf(path))
      this.#regardlessOfCase.set(path.toLowerCase(), path)
      for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
        const folder = path.slice(0, end)
        if (this.#folders.has(folder)) break
        this.#folders.add(folder)
      }
    }
  }

  /** For sequences and tiles, one file is enough: only Blender knows which ones a frame needs. */
  has(path: string, extent: BlendReference['extent']): boolean {
    if (this.#files.has(path) || this.#folders.has(path)) return true
    switch (extent) {
      case 'file':
        return false
      case 'sequence':
        return this.#patterns.has(patternOf(path))
      case 'tiles':
        return this.#patterns.has(tilePattern(path))
    }
  }

  /** The same name in different case, which is another file on the machines that render. */
  alike(path: string): string | undefined {
    return this.#regardlessOfCase.get(path.toLowerCase())
  }
}

/** `shot/walk_0012.png` → `shot/walk_#.png`: the last number before the extension. */
function patternOf(path: string): string {
  return path.replace(/\d+(?=\D*(?:\.[^./]*)?$)/, '#')
}

/** Tiles are numbered from 1001, or by column and row. Source: `BKE_image_get_tile_info` of Blender. */
function tilePattern(path: string): string {
  return patternOf(path.replace('<UDIM>', '1001').replace('<UVTILE>', 'u1_v1'))
}
