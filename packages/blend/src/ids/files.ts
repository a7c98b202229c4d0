import type { BlendReference } from '@gridloom/contract/rendering/blend-facts'
import type { DataBlock } from './data-block.ts'
import type { Findings } from './findings.ts'

type Extent = BlendReference['extent']

/** Sources of an image, and the file references they stand for. Source: `IMA_SRC_*` of `DNA_image_types.h`. */
const imageSources: ReadonlyMap<number, { kind: 'image' | 'movie'; extent: Extent }> = new Map([
  [1, { kind: 'image', extent: 'file' }],
  [2, { kind: 'image', extent: 'sequence' }],
  [3, { kind: 'movie', extent: 'file' }],
  [6, { kind: 'image', extent: 'tiles' }],
])

/** `IM`. Generated images and render results have no file. */
export function readImage(image: DataBlock, findings: Findings): void {
  const source = imageSources.get(image.self.number('source') ?? 0)
  if (source) readFile(image, findings, source)
}

/** `LI`: another .blend. Libraries that Blender 5.0 packs into the file are stored as a library inside a library. */
export function readLinkedLibrary(library: DataBlock, findings: Findings): void {
  if (library.self.pointer('archive_parent_library')) return
  readFile(library, findings, { kind: 'library', extent: 'file' })
}

/** `CF`: Alembic and USD. */
export function readCacheFile(cache: DataBlock, findings: Findings): void {
  readFile(cache, findings, { kind: 'cache', extent: sequenceWhere(cache, 'is_sequence', 1) })
}

/** `VO`: OpenVDB. */
export function readVolume(volume: DataBlock, findings: Findings): void {
  readFile(volume, findings, { kind: 'volume', extent: sequenceWhere(volume, 'is_sequence', 1) })
}

/** `SO`. */
export function readSound(sound: DataBlock, findings: Findings): void {
  readFile(sound, findings, { kind: 'sound', extent: 'file' })
}

/** `VF`. One font comes with Blender. */
export function readFont(font: DataBlock, findings: Findings): void {
  if (pathOf(font) !== '<builtin>') readFile(font, findings, { kind: 'font', extent: 'file' })
}

/** `MC`. Source: `MCLIP_SRC_SEQUENCE` of `DNA_movieclip_types.h`. */
export function readMovieClip(clip: DataBlock, findings: Findings): void {
  readFile(clip, findings, { kind: 'movie', extent: sequenceWhere(clip, 'source', 1) })
}

/**
 * `LA`, `MA`, `WO` and `NT`: measured light distributions (IES) in their nodes.
 * Source: `NODE_IES_EXTERNAL` of `DNA_node_types.h`.
 */
export function readNodes(tree: DataBlock, findings: Findings): void {
  for (const profile of tree.owned('NodeShaderTexIES'))
    if (profile.number('mode') === 1)
      findings.refer({ kind: 'light', path: profile.text('filepath') ?? '', extent: 'file' })
}

function readFile(
  id: DataBlock,
  findings: Findings,
  { kind, extent }: Pick<BlendReference, 'kind' | 'extent'>,
): void {
  if (id.self.pointer('packedfile') || id.self.pointer('packedfiles.first')) {
    findings.packedFiles += 1
    return
  }
  findings.refer({ kind, path: pathOf(id), extent })
}

/** The member is called `filepath` today; DNA keeps the old name `name` where it had one. */
function pathOf({ self }: DataBlock): string {
  return self.text('name') ?? self.text('filepath') ?? ''
}

function sequenceWhere({ self }: DataBlock, field: string, value: number): Extent {
  return self.number(field) === value ? 'sequence' : 'file'
}
